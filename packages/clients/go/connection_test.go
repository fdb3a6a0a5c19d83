package myelin

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

type greeting struct {
	Word string `json:"word"`
}

func TestAnswersFindTheirCallersInAnyOrder(t *testing.T) {
	c, server := newFake(t, handlers{})
	c.start()
	first, _ := c.begin(context.Background(), "one", nil, nil)
	second, _ := c.begin(context.Background(), "two", nil, nil)
	one, two := server.receive("one"), server.receive("two")
	server.answer(two, `{"n":2}`)
	server.answer(one, `{"n":1}`)
	for call, wanted := range map[*call]string{first: `{"n":1}`, second: `{"n":2}`} {
		if raw, err := call.wait(context.Background()); string(raw) != wanted || err != nil {
			t.Errorf("%s was answered %s, %v", call.method, raw, err)
		}
	}
}

func TestAServersErrorIsCarriedWithItsCodeAndData(t *testing.T) {
	for answer, wanted := range map[string]Error{
		`{"code":-32000,"message":"busy","data":{"code":"SESSION_BUSY","hint":1}}`: {Code: "SESSION_BUSY", RPCCode: -32000},
		`{"code":-32000,"message":"new","data":{"code":"NEVER_HEARD_OF"}}`:         {Code: "NEVER_HEARD_OF", RPCCode: -32000},
		`{"code":-32601,"message":"no such method"}`:                               {Code: "METHOD_NOT_FOUND", RPCCode: -32601},
		`{"code":-32800,"message":"cancelled"}`:                                    {Code: "CANCELLED", RPCCode: -32800},
		`{"code":7,"message":"odd"}`:                                               {Code: "UNKNOWN", RPCCode: 7},
	} {
		c, server := newFake(t, handlers{})
		c.start()
		var err error
		server.while(func() { _, err = request[greeting](context.Background(), c, "greet", nil) }, func() {
			server.send(`{"jsonrpc":"2.0","id":` + string(server.receive("greet").ID) + `,"error":` + answer + `}`)
		})
		var found *Error
		if !errors.As(err, &found) || found.Code != wanted.Code || found.RPCCode != wanted.RPCCode || !errors.Is(err, wanted.Code) {
			t.Errorf("%s became %v", answer, err)
		}
	}
}

func TestAnEndedContextCancelsTheRequestAndDropsItsAnswer(t *testing.T) {
	c, server := newFake(t, handlers{})
	c.start()
	ctx, cancel := context.WithCancel(context.Background())
	var err error
	server.while(func() { _, err = request[greeting](ctx, c, "greet", nil) }, func() {
		asked := server.receive("greet")
		cancel()
		told := server.receive("$/cancelRequest")
		if string(told.Params) != `{"id":`+string(asked.ID)+`}` {
			t.Errorf("the server was told %s", told.Params)
		}
		server.answer(asked, `{"word":"late"}`)
	})
	if !errors.Is(err, CodeCancelled) || !errors.Is(err, context.Canceled) {
		t.Errorf("found %v", err)
	}
	var next greeting
	server.while(func() { next, err = request[greeting](context.Background(), c, "greet", nil) }, func() {
		server.answer(server.receive("greet"), `{"word":"hello"}`)
	})
	if next.Word != "hello" || err != nil {
		t.Errorf("the next request was answered %q, %v", next.Word, err)
	}
}

func TestARequestOfAnEndedContextIsNotSent(t *testing.T) {
	c, server := newFake(t, handlers{})
	c.start()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := request[greeting](ctx, c, "never", nil); !errors.Is(err, CodeCancelled) {
		t.Errorf("found %v", err)
	}
	_ = c.notify("after", nil)
	server.receive("after")
}

func TestTheEndOfTheServerFailsEverythingThatWaits(t *testing.T) {
	serving := make(chan struct{})
	aborted := make(chan struct{})
	c, server := newFake(t, handlers{serve: func(ctx context.Context, _ string, _ json.RawMessage) (any, *failure) {
		close(serving)
		<-ctx.Done()
		close(aborted)
		return nil, nil
	}})
	c.start()
	server.send(`{"jsonrpc":"2.0","id":1000000,"method":"hook/call","params":{}}`)
	await(t, serving)
	var err error
	server.while(func() { _, err = request[greeting](context.Background(), c, "greet", nil) }, func() {
		server.receive("greet")
		_ = server.out.Close()
	})
	var found *Error
	if !errors.As(err, &found) || found.Code != CodeProcessExited || found.Exit.Code != 3 {
		t.Errorf("found %v", err)
	}
	await(t, aborted)
	await(t, c.done)
	if _, err := request[greeting](context.Background(), c, "greet", nil); !errors.Is(err, CodeProcessExited) {
		t.Errorf("afterwards: found %v", err)
	}
}

func TestCloseFailsWhatWaitsAsDisconnected(t *testing.T) {
	c, server := newFake(t, handlers{})
	c.start()
	var err error
	server.while(func() { _, err = request[greeting](context.Background(), c, "greet", nil) }, func() {
		server.receive("greet")
		c.close()
	})
	if !errors.Is(err, CodeDisconnected) {
		t.Errorf("found %v", err)
	}
	c.close()
}

func TestWhatIsNoProtocolEndsTheConnectionAndSaysWhatWasFound(t *testing.T) {
	for _, line := range []string{"Welcome to some other program!", "[]", "42"} {
		c, server := newFake(t, handlers{})
		c.start()
		server.send(line)
		await(t, c.done)
		_, err := request[greeting](context.Background(), c, "greet", nil)
		if !errors.Is(err, CodeDisconnected) || !strings.Contains(err.Error(), line) {
			t.Errorf("found %v", err)
		}
	}
}

func TestAHandlerThatWaitsForTheServerDoesNotStopTheReader(t *testing.T) {
	var c *connection
	c, server := newFake(t, handlers{serve: func(ctx context.Context, _ string, _ json.RawMessage) (any, *failure) {
		inner, err := request[greeting](ctx, c, "inner", nil)
		if err != nil {
			return nil, hookFailed(err.Error())
		}
		return inner, nil
	}})
	c.start()
	server.send(`{"jsonrpc":"2.0","id":1000000,"method":"hook/call","params":{}}`)
	server.answer(server.receive("inner"), `{"word":"nested"}`)
	answer := server.receive("")
	if string(answer.ID) != "1000000" || string(answer.Result) != `{"word":"nested"}` {
		t.Errorf("found %s for %s", answer.Result, answer.ID)
	}
}

func TestTheServersCancelIsAnsweredAtOnceAndTellsTheHandlerToStop(t *testing.T) {
	serving, aborted, stop := make(chan struct{}), make(chan struct{}), make(chan struct{})
	c, server := newFake(t, handlers{serve: func(ctx context.Context, _ string, _ json.RawMessage) (any, *failure) {
		close(serving)
		<-ctx.Done()
		close(aborted)
		<-stop
		return "too late", nil
	}})
	c.start()
	server.send(`{"jsonrpc":"2.0","id":"a","method":"hook/call"}`)
	await(t, serving)
	server.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"a"}}`)
	answer := server.receive("")
	if string(answer.ID) != `"a"` || answer.Error == nil || answer.Error.Code != -32800 || string(answer.Error.Data) != `{"code":"CANCELLED"}` {
		t.Errorf("found %s %+v", answer.ID, answer.Error)
	}
	await(t, aborted)
	close(stop)
	_ = c.notify("after", nil)
	server.receive("after")
}

func TestAnAnswerInLineGoesOutBeforeTheEnd(t *testing.T) {
	handler := make(chan context.Context, 1)
	c, server := newFake(t, handlers{serve: func(ctx context.Context, _ string, _ json.RawMessage) (any, *failure) {
		handler <- ctx
		return "done", nil
	}})
	c.accept(message{ID: json.RawMessage("7")})
	await(t, (<-handler).Done())
	go c.close()
	c.start()
	if answer := server.receive(""); string(answer.Result) != `"done"` {
		t.Errorf("found %s", answer.Result)
	}
}

func TestARequestAboveTheLimitIsRefusedOnThisSide(t *testing.T) {
	c, server := newFake(t, handlers{})
	c.limit.Store(100)
	c.start()
	_, err := request[greeting](context.Background(), c, "greet", greeting{strings.Repeat("x", 100)})
	if !errors.Is(err, CodeFrameTooLarge) {
		t.Errorf("found %v", err)
	}
	_ = c.notify("after", nil)
	server.receive("after")
}

func TestAnAnswerThatCannotBeReadIsAnError(t *testing.T) {
	c, server := newFake(t, handlers{})
	c.start()
	var err error
	server.while(func() { _, err = request[greeting](context.Background(), c, "greet", nil) }, func() {
		server.answer(server.receive("greet"), `{"word":42}`)
	})
	if !errors.Is(err, CodeInvalidAnswer) || !strings.Contains(err.Error(), `{"word":42}`) {
		t.Errorf("found %v", err)
	}
}

func TestAnErrorThatCannotBeReadIsSaidAsItCame(t *testing.T) {
	const expected = "; an object with a number code and a message was expected (INVALID_ANSWER)"
	for sent, wanted := range map[string]string{
		`"boom"`:       `myelin: greet was answered with the error "boom"` + expected,
		`null`:         `myelin: greet was answered with the error null` + expected,
		`{"code":"x"}`: `myelin: greet was answered with the error {"code":"x"}` + expected,
		`{"code":-5}`:  `myelin: greet: the server's error -5 came without a message (UNKNOWN)`,
	} {
		c, server := newFake(t, handlers{})
		c.start()
		var err error
		server.while(func() { _, err = request[greeting](context.Background(), c, "greet", nil) }, func() {
			server.send(`{"jsonrpc":"2.0","id":` + string(server.receive("greet").ID) + `,"error":` + sent + `}`)
		})
		if err == nil || err.Error() != wanted {
			t.Errorf("found %v", err)
		}
	}
}

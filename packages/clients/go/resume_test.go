package myelin

import (
	"bufio"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	fakeHello   = `{"serverInfo":{"name":"fake"},"protocolVersion":1,"capabilities":{},"limits":{"maxFrameBytes":1000000}}`
	fakeSession = `{"sessionId":"s1","seq":0,"state":{"sessionId":"s1","cwd":"/","thinkingLevel":"off","isRunning":false,"pendingToolCalls":[],"steering":[],"followUp":[],"totalUsage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}}}`
)

// fakeListener is a socket on which a test plays one server after the other.
type fakeListener struct {
	t      *testing.T
	path   string
	listen net.Listener
}

func newFakeListener(t *testing.T) *fakeListener {
	t.Helper()
	folder, err := os.MkdirTemp("", "go")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	path := filepath.Join(folder, "s")
	listen, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listen.Close() })
	return &fakeListener{t, path, listen}
}

// accept is the server of the client's next connection, which has said hello.
func (l *fakeListener) accept() *fakeServer {
	l.t.Helper()
	server := l.arrived()
	server.answer(server.receive("initialize"), fakeHello)
	return server
}

// arrived is the server of the client's next connection.
func (l *fakeListener) arrived() *fakeServer {
	l.t.Helper()
	socket, err := l.listen.Accept()
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { _ = socket.Close() })
	lines := bufio.NewScanner(socket)
	lines.Buffer(nil, 64<<20)
	return &fakeServer{t: l.t, lines: lines, out: socket}
}

// connectFake is a client with the session "s1", and the server that it is connected to.
func connectFake(t *testing.T, options ...SpawnOption) (*fakeListener, *Client, *Session, *fakeServer) {
	t.Helper()
	l := newFakeListener(t)
	var client *Client
	var session *Session
	var err error
	made := make(chan struct{})
	go func() {
		defer close(made)
		if client, err = Connect(context.Background(), l.path, options...); err == nil {
			session, err = client.CreateSession(context.Background(), SessionOptions{})
		}
	}()
	server := l.accept()
	server.answer(server.receive("session/create"), fakeSession)
	await(t, made)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return l, client, session, server
}

func TestWhenASocketIsLostCallsFailAndPromptsWait(t *testing.T) {
	l, _, session, server := connectFake(t)
	run := session.StartPrompt(context.Background(), "hi")
	id := prompted(t, server.receive("session/prompt"))
	server.begins(id)
	failed := make(chan error, 1)
	go func() {
		_, err := session.State(context.Background())
		failed <- err
	}()
	server.receive("session/state")
	_ = server.out.Close()
	if err := <-failed; !errors.Is(err, CodeDisconnected) {
		t.Errorf("found %v", err)
	}

	next := l.accept()
	attaching := next.receive("session/attach")
	if wanted := `{"sessionId":"s1","afterSeq":1,"windowBytes":262144,"whenFull":"wait"}`; string(attaching.Params) != wanted {
		t.Errorf("found %s", attaching.Params)
	}
	meanwhile := make(chan error, 1)
	go func() {
		_, err := session.Queue(context.Background())
		meanwhile <- err
	}()
	next.answer(attaching, strings.Replace(fakeSession, `"seq":0`, `"seq":2`, 1))
	again := next.receive("session/prompt")
	if prompted(t, again) != id {
		t.Errorf("the prompt came again as %s", again.Params)
	}
	next.seq = 1
	next.answer(next.receive("queue/list"), `{"steering":[],"followUp":[]}`)
	if err := <-meanwhile; err != nil {
		t.Error(err)
	}
	next.answersPrompt(again, id)
	asked := next.receive("session/state")
	next.ends(id, false)
	next.answer(asked, strings.Replace(fakeSession, `"seq":0`, `"seq":2`, 1))
	if found, err := types(run); strings.Join(found, " ") != "agent_start agent_end" || err != nil {
		t.Errorf("found %v, %v", found, err)
	}
}

func TestGuardsAreInForceBeforeASessionGoesOn(t *testing.T) {
	l, client, session, server := connectFake(t)
	deny := func(context.Context, ToolCall) (Decision, error) { return Block("no"), nil }
	session.OnToolCall(deny, WithHookID("own"))
	server.answer(server.receive("hooks/register"), `{"accepted":[],"rejected":[]}`)
	client.OnToolCall(deny, WithHookID("wide"))
	server.answer(server.receive("hooks/register"), `{"accepted":[],"rejected":[]}`)
	removed := client.OnToolCall(deny, WithHookID("removed"))
	server.answer(server.receive("hooks/register"), `{"accepted":[],"rejected":[]}`)
	removed()
	server.answer(server.receive("hooks/unregister"), `{}`)
	if err := client.pending.wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	_ = server.out.Close()

	next := l.accept()
	for _, name := range []string{`"wide"`, `"own"`} {
		offered := next.receive("hooks/register")
		if !strings.Contains(string(offered.Params), name) {
			t.Errorf("expected %s, found %s", name, offered.Params)
		}
		next.answer(offered, `{"accepted":[],"rejected":[]}`)
	}
	next.answer(next.receive("session/attach"), fakeSession)
}

func TestAGuardThatTheNextServerRefusesStopsPrompts(t *testing.T) {
	l, _, session, server := connectFake(t)
	remove := session.OnToolCall(func(context.Context, ToolCall) (Decision, error) { return Decision{}, nil }, WithHookID("g"))
	server.answer(server.receive("hooks/register"), `{"accepted":[],"rejected":[]}`)
	if err := session.pending.wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	_ = server.out.Close()
	next := l.accept()
	next.answer(next.receive("hooks/register"), `{"accepted":[],"rejected":[{"id":"g","reason":"not here"}]}`)
	next.answer(next.receive("session/attach"), fakeSession)
	if _, err := session.StartPrompt(context.Background(), "hi").Result(); !errors.Is(err, CodeHookRejected) {
		t.Errorf("found %v", err)
	}
	remove()
	next.answer(next.receive("hooks/unregister"), `{}`)
	session.StartPrompt(context.Background(), "hi")
	next.receive("session/prompt")
}

func TestAServerThatStaysAwayIsGivenUp(t *testing.T) {
	l, client, session, server := connectFake(t, WithReconnect(200*time.Millisecond))
	events := session.Events(context.Background())
	run := session.StartPrompt(context.Background(), "hi")
	server.receive("session/prompt")
	_ = l.listen.Close()
	_ = server.out.Close()
	for name, err := range map[string]error{"the prompt": second(run.Result()), "a call": second(client.Models(context.Background()))} {
		if !errors.Is(err, CodeDisconnected) || !strings.Contains(err.Error(), "could not be made again within 200ms") {
			t.Errorf("%s: found %v", name, err)
		}
	}
	var last error
	for _, err := range events {
		last = err
	}
	if !errors.Is(last, CodeDisconnected) {
		t.Errorf("the stream: found %v", last)
	}
}

func second[T any](_ T, err error) error { return err }

func TestWithoutReconnectingALostSocketIsTheEnd(t *testing.T) {
	_, client, session, server := connectFake(t, WithReconnect(0))
	run := session.StartPrompt(context.Background(), "hi")
	server.receive("session/prompt")
	_ = server.out.Close()
	if _, err := run.Result(); !errors.Is(err, CodeDisconnected) {
		t.Errorf("found %v", err)
	}
	await(t, client.over)
}

func TestAClientIsClosedWhileThereIsNoConnection(t *testing.T) {
	l, client, session, server := connectFake(t)
	run := session.StartPrompt(context.Background(), "hi")
	server.receive("session/prompt")
	_ = l.listen.Close()
	_ = server.out.Close()
	if err := client.Close(); err != nil {
		t.Error(err)
	}
	if _, err := run.Result(); !errors.Is(err, CodeDisconnected) || !errors.Is(err, errClosed) {
		t.Errorf("found %v", err)
	}
}

func TestAPromptWhoseContextEndsWithoutAConnectionIsCalledOffOnTheNext(t *testing.T) {
	l, _, session, server := connectFake(t)
	ctx, cancel := context.WithCancel(context.Background())
	run := session.StartPrompt(ctx, "hi")
	id := prompted(t, server.receive("session/prompt"))
	_ = server.out.Close()
	next := l.accept()
	attaching := next.receive("session/attach")
	cancel()
	if _, err := run.Result(); !errors.Is(err, CodeCancelled) {
		t.Errorf("found %v", err)
	}
	next.answer(attaching, fakeSession)
	again := next.receive("session/prompt")
	if prompted(t, again) != id {
		t.Errorf("found %s", again.Params)
	}
	next.receive("$/cancelRequest")
}

func TestNoServerOnASocketIsAnErrorThatSaysWhatToDo(t *testing.T) {
	_, err := Connect(context.Background(), filepath.Join(t.TempDir(), "none"))
	if !errors.Is(err, CodeDisconnected) || !strings.Contains(err.Error(), "--socket") {
		t.Errorf("found %v", err)
	}
}

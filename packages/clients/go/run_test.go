package myelin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
)

const summary = `{"turnCount":1,"toolCalls":0,"toolErrors":0,"endReason":"stop","usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"durationMs":5}`

// prompted is the promptId of a session/prompt.
func prompted(t *testing.T, asked message) string {
	t.Helper()
	var params PromptParams
	if err := json.Unmarshal(asked.Params, &params); err != nil || params.PromptID == "" {
		t.Fatalf("found %s, %v", asked.Params, err)
	}
	return params.PromptID
}

// startsRun has a session prompted: the run, what the server was asked, and the prompt's id.
func (s *fakeServer) startsRun(ctx context.Context, session *Session) (run *Run, asked message, promptID string) {
	s.t.Helper()
	run = session.StartPrompt(ctx, "hi")
	asked = s.receive("session/prompt")
	return run, asked, prompted(s.t, asked)
}

func (s *fakeServer) begins(promptID string) {
	s.event(`{"type":"agent_start"}`, `"runId":"r1","promptIds":["`+promptID+`"],`)
}

func (s *fakeServer) ends(promptID string, willRetry bool) {
	s.event(fmt.Sprintf(`{"type":"agent_end","newMessageIds":[],"summary":%s,"willRetry":%v}`, summary, willRetry), `"runId":"r1","promptIds":["`+promptID+`"],`)
}

func (s *fakeServer) answersPrompt(asked message, promptID string) {
	s.answer(asked, `{"promptId":"`+promptID+`","runId":"r1","summary":`+summary+`}`)
}

// types are the types of what a loop gave, and the error it ended with.
func types(run *Run) (found []string, err error) {
	for event, failure := range run.Events() {
		if failure != nil {
			return found, failure
		}
		found = append(found, event.Type())
	}
	return found, nil
}

func TestARunIsWhatIsSaidBetweenItsStartAndItsLastEnd(t *testing.T) {
	_, session, server := newFakeClient(t)
	run, asked, id := server.startsRun(context.Background(), session)
	server.event(`{"type":"notice","level":"info","message":"before"}`)
	server.begins("somebody-else")
	server.ends("somebody-else", false)
	server.begins(id)
	server.ends(id, true)
	server.event(`{"type":"turn_start"}`)
	server.ends(id, false)
	server.event(`{"type":"session_idle"}`)
	server.answersPrompt(asked, id)
	found, err := types(run)
	if got := strings.Join(found, " "); got != "agent_start agent_end turn_start agent_end" || err != nil {
		t.Errorf("found %s, %v", got, err)
	}
	if result, err := run.Result(); result.Summary.DurationMs != 5 || err != nil {
		t.Errorf("found %+v, %v", result, err)
	}
}

func TestAQueuedPromptBeginsWithTheMessageThatTakesIt(t *testing.T) {
	_, session, server := newFakeClient(t)
	run := session.StartPrompt(context.Background(), "more", WithWhenBusy(WhenBusyFollowUp))
	asked := server.receive("session/prompt")
	id := prompted(t, asked)
	server.event(`{"type":"turn_start"}`)
	server.event(`{"type":"message_start","message":{"role":"user","id":"m5","timestamp":1,"content":[]}}`, `"promptIds":["`+id+`"],`)
	server.ends(id, false)
	server.answersPrompt(asked, id)
	found, err := types(run)
	if got := strings.Join(found, " "); got != "message_start agent_end" || err != nil {
		t.Errorf("found %s, %v", got, err)
	}
}

func TestARunWhoseBeginningWasMissedBeginsWithTheGap(t *testing.T) {
	_, session, server := newFakeClient(t)
	run, asked, id := server.startsRun(context.Background(), session)
	server.event(`{"type":"gap","from":1,"to":3,"state":{"sessionId":"s1","cwd":"/","thinkingLevel":"off","isRunning":true,"promptIds":["` + id + `"],"pendingToolCalls":[],"steering":[],"followUp":[],"totalUsage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}}}`)
	server.ends(id, false)
	server.answersPrompt(asked, id)
	if found, err := types(run); strings.Join(found, " ") != "gap agent_end" || err != nil {
		t.Errorf("found %v, %v", found, err)
	}
}

func TestARefusedPromptFailsItsLoopAndItsResult(t *testing.T) {
	_, session, server := newFakeClient(t)
	run := session.StartPrompt(context.Background(), "hi")
	server.send(`{"jsonrpc":"2.0","id":` + string(server.receive("session/prompt").ID) + `,"error":{"code":-32000,"message":"a run is live","data":{"code":"SESSION_BUSY"}}}`)
	if _, err := types(run); CodeOf(err) != "SESSION_BUSY" {
		t.Errorf("the loop: found %v", err)
	}
	if _, err := run.Result(); CodeOf(err) != "SESSION_BUSY" {
		t.Errorf("the result: found %v", err)
	}
}

func TestARunThatIsCancelledAtTheServerStillGivesWhatItSaid(t *testing.T) {
	_, session, server := newFakeClient(t)
	run, asked, id := server.startsRun(context.Background(), session)
	server.begins(id)
	server.ends(id, false)
	server.send(`{"jsonrpc":"2.0","id":` + string(asked.ID) + `,"error":{"code":-32800,"message":"cancelled","data":{"code":"CANCELLED","summary":` + summary + `}}}`)
	_, failure := run.Result()
	found, err := types(run)
	if strings.Join(found, " ") != "agent_start agent_end" || !errors.Is(err, CodeCancelled) || err != failure {
		t.Errorf("found %v, %v, %v", found, err, failure)
	}
}

func TestLeavingTheLoopEarlyEndsNothing(t *testing.T) {
	_, session, server := newFakeClient(t)
	run, asked, id := server.startsRun(context.Background(), session)
	server.begins(id)
	for range run.Events() {
		break
	}
	for range 100 {
		server.event(`{"type":"turn_start"}`)
	}
	server.ends(id, false)
	server.answersPrompt(asked, id)
	if result, err := run.Result(); *result.RunID != "r1" || err != nil {
		t.Errorf("found %+v, %v", result, err)
	}
	if waiting := len(run.lane.items); waiting != 0 {
		t.Errorf("%d events wait for nobody", waiting)
	}
}

func TestTheEventsCanBeTakenAfterTheResult(t *testing.T) {
	_, session, server := newFakeClient(t)
	run, asked, id := server.startsRun(context.Background(), session)
	server.begins(id)
	server.ends(id, false)
	server.answersPrompt(asked, id)
	if result, err := run.Result(); result.PromptID != id || err != nil {
		t.Errorf("found %+v, %v", result, err)
	}
	if found, err := types(run); strings.Join(found, " ") != "agent_start agent_end" || err != nil {
		t.Errorf("found %v, %v", found, err)
	}
}

func TestTheEndOfTheContextCancelsTheRunAndItsEndIsStillSaid(t *testing.T) {
	_, session, server := newFakeClient(t)
	everything := session.Events(context.Background())
	ctx, cancel := context.WithCancel(context.Background())
	run, asked, id := server.startsRun(ctx, session)
	server.begins(id)
	cancel()
	if told := server.receive("$/cancelRequest"); string(told.Params) != `{"id":`+string(asked.ID)+`}` {
		t.Errorf("the server was told %s", told.Params)
	}
	if _, err := run.Result(); !errors.Is(err, CodeCancelled) || !errors.Is(err, context.Canceled) {
		t.Errorf("found %v", err)
	}
	server.ends(id, false)
	for event, err := range everything {
		if err != nil {
			t.Fatal(err)
		}
		if event.Type() == "agent_end" {
			break
		}
	}
}

func TestAPromptThatIsCancelledWhileAGuardRegistersIsNeverSent(t *testing.T) {
	_, session, server := newFakeClient(t)
	session.OnToolCall(func(context.Context, ToolCall) (Decision, error) { return Decision{}, nil })
	ctx, cancel := context.WithCancel(context.Background())
	run := session.StartPrompt(ctx, "hi")
	registering := server.receive("hooks/register")
	cancel()
	if _, err := run.Result(); !errors.Is(err, CodeCancelled) {
		t.Errorf("found %v", err)
	}
	server.answer(registering, `{"accepted":[],"rejected":[]}`)
	server.while(func() { _ = session.Close(context.Background()) }, func() {
		server.answer(server.receive("session/close"), `{}`)
	})
}

func TestAllEventsEndWithTheSession(t *testing.T) {
	_, session, server := newFakeClient(t)
	events := session.Events(context.Background())
	server.event(`{"type":"session_idle"}`)
	server.while(func() { _ = session.Close(context.Background()) }, func() {
		server.answer(server.receive("session/close"), `{}`)
	})
	count := 0
	for _, err := range events {
		if err != nil {
			t.Fatal(err)
		}
		count++
	}
	for range session.Events(context.Background()) {
		t.Error("a closed session says something")
	}
	if count != 1 {
		t.Errorf("found %d events", count)
	}
}

func TestAllEventsEndWithTheirContext(t *testing.T) {
	_, session, _ := newFakeClient(t)
	ctx, cancel := context.WithCancel(context.Background())
	events := session.Events(ctx)
	cancel()
	var last error
	for _, err := range events {
		last = err
	}
	if session.settle(); !errors.Is(last, CodeCancelled) || len(session.lanes) != 0 {
		t.Errorf("found %v, %d lanes", last, len(session.lanes))
	}
}

func TestASlowConsumerHoldsUpNeitherTheReaderNorAGuard(t *testing.T) {
	_, session, server := newFakeClient(t)
	run, asked, id := server.startsRun(context.Background(), session)
	session.OnToolCall(func(context.Context, ToolCall) (Decision, error) { return Block("no"), nil }, WithHookID("g"))
	server.answer(server.receive("hooks/register"), `{"accepted":[{"hookId":"g","point":"tool_call"}],"rejected":[]}`)
	server.begins(id)
	next, leave := iter.Pull2(run.Events())
	defer leave()
	if event, err, _ := next(); err != nil || event.Type() != "agent_start" {
		t.Fatalf("found %v, %v", event, err)
	}
	for range 10_000 {
		server.event(`{"type":"message_update","delta":"x"}`)
	}
	server.send(`{"jsonrpc":"2.0","id":1000000,"method":"hook/call","params":{"hookId":"g","sessionId":"s1","point":"tool_call","payload":{"toolCallId":"c1","toolName":"bash","args":{}}}}`)
	if answer := server.receive(""); string(answer.Result) != `{"decision":"block","reason":"no"}` {
		t.Errorf("found %s", answer.Result)
	}
	server.ends(id, false)
	server.answersPrompt(asked, id)
	count := 1
	for _, err, ok := next(); ok; _, err, ok = next() {
		if count++; err != nil {
			t.Fatal(err)
		}
	}
	if count != 10_002 {
		t.Errorf("found %d events", count)
	}
}

func TestContentFollowsTheText(t *testing.T) {
	_, session, server := newFakeClient(t)
	image := ImageBlock{MimeType: "image/png", Data: ptr("AA==")}
	session.StartPrompt(context.Background(), "look", WithContent(image))
	session.StartPrompt(context.Background(), "", WithContent(image))
	for _, wanted := range []string{
		`"content":[{"type":"text","text":"look"},{"type":"image","mimeType":"image/png","data":"AA=="}]}`,
		`"content":[{"type":"image","mimeType":"image/png","data":"AA=="}]}`,
	} {
		if asked := server.receive("session/prompt"); !strings.HasSuffix(string(asked.Params), wanted) || strings.Contains(string(asked.Params), `"text":""`) {
			t.Errorf("found %s", asked.Params)
		}
	}
}

package myelin

import (
	"context"
	"strings"
	"testing"
)

// leaves has the client leave its session by detaching or closing.
func (s *fakeServer) leaves(leave func(context.Context) error, method string) {
	s.t.Helper()
	s.while(func() {
		if err := leave(context.Background()); err != nil {
			s.t.Error(err)
		}
	}, func() { s.answer(s.receive(method), `{}`) })
}

const detached = "myelin: the run ended, but session s1 was detached, so that not all its events came; " +
	"take the answer from Result, or Attach before the prompt (EVENTS_MISSED)"

func TestALoopOverARunOfADetachedSessionWaitsForTheAnswerAndSaysWhatIsMissing(t *testing.T) {
	_, session, server := newFakeClient(t)
	server.leaves(session.Detach, "session/detach")
	run, asked, id := server.startsRun(context.Background(), session)
	server.answersPrompt(asked, id)
	if found, err := types(run); len(found) != 0 || err == nil || err.Error() != detached {
		t.Errorf("found %v, %v", found, err)
	}
	if result, err := run.Result(); err != nil || result.Summary.DurationMs != 5 {
		t.Errorf("found %+v, %v", result, err)
	}
}

func TestALoopGivesWhatCameBeforeItsSessionWasDetached(t *testing.T) {
	_, session, server := newFakeClient(t)
	run, asked, id := server.startsRun(context.Background(), session)
	server.begins(id)
	server.leaves(session.Detach, "session/detach")
	server.answersPrompt(asked, id)
	if found, err := types(run); strings.Join(found, " ") != "agent_start" || err == nil || err.Error() != detached {
		t.Errorf("found %v, %v", found, err)
	}
}

func TestALoopOverARunThatEndedBeforeItsSessionWasLeftEndsQuietly(t *testing.T) {
	_, session, server := newFakeClient(t)
	run, asked, id := server.startsRun(context.Background(), session)
	server.begins(id)
	server.ends(id, false)
	server.leaves(session.Close, "session/close")
	server.answersPrompt(asked, id)
	if found, err := types(run); strings.Join(found, " ") != "agent_start agent_end" || err != nil {
		t.Errorf("found %v, %v", found, err)
	}
}

func TestAPromptToAClosedSessionFailsAsTheServerSays(t *testing.T) {
	_, session, server := newFakeClient(t)
	server.leaves(session.Close, "session/close")
	run := session.StartPrompt(context.Background(), "hi")
	server.send(`{"jsonrpc":"2.0","id":` + string(server.receive("session/prompt").ID) + `,"error":{"code":-32000,"message":"there is no session s1","data":{"code":"SESSION_NOT_FOUND"}}}`)
	if _, err := types(run); err == nil || err.Error() != "myelin: session/prompt: there is no session s1 (SESSION_NOT_FOUND)" {
		t.Errorf("found %v", err)
	}
}

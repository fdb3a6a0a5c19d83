package myelin

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

const stateOfS1 = `{"sessionId":"s1","cwd":"/","thinkingLevel":"off","isRunning":false,"pendingToolCalls":[],"steering":[],"followUp":[],"totalUsage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}}`

// stands answers session/state.
func (s *fakeServer) stands(seq int) {
	s.t.Helper()
	s.answer(s.receive("session/state"), fmt.Sprintf(`{"sessionId":"s1","seq":%d,"state":%s}`, seq, stateOfS1))
}

// last is what a stream ended with.
func last(events func(func(SessionEvent, error) bool)) (count int, last error) {
	for _, err := range events {
		if last = err; err == nil {
			count++
		}
	}
	return count, last
}

func TestASubscriptionBehindWhatTheSessionHasYetToReachIsRefusedWithBothNumbers(t *testing.T) {
	_, session, server := newFakeClient(t)
	var err error
	server.while(func() { err = session.Attach(context.Background(), Subscription{}, AfterSeq(9)) }, func() { server.stands(7) })
	if err == nil || err.Error() != "myelin: attach: AfterSeq is 9, but the newest event of session s1 is 7; ask without it (INVALID_PARAMS)" {
		t.Errorf("found %v", err)
	}
}

func TestANumberThatCannotBeIsRefusedAndTheSessionGoesOn(t *testing.T) {
	_, session, server := newFakeClient(t)
	_, err := last(session.Events(context.Background(), AfterSeq(-1)))
	if err == nil || err.Error() != "myelin: events: AfterSeq is -1; an event's number is 0 or more (INVALID_PARAMS)" {
		t.Errorf("found %v", err)
	}
	if err := session.Attach(context.Background(), Subscription{}, AfterSeq(-1)); !errors.Is(err, CodeInvalidParams) {
		t.Errorf("found %v", err)
	}
	everything := session.Events(context.Background())
	server.event(`{"type":"session_idle"}`)
	for event, err := range everything {
		if event.Type() != "session_idle" || err != nil {
			t.Errorf("found %v, %v", event, err)
		}
		break
	}
}

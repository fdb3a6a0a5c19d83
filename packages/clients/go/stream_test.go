package myelin

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
)

// at sends a notice of that number, behind the one that it names.
func (s *fakeServer) at(seq, prev int) {
	s.t.Helper()
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"session/event","params":{"sessionId":"s1","seq":%d,"prev":%d,"at":5,"event":{"type":"notice","level":"info","message":"%d"}}}`, seq, prev, seq))
}

// seqs reads so many events of a stream.
func seqs(t *testing.T, next func() (Envelope, error, bool), count int) (found []int64) {
	t.Helper()
	for range count {
		envelope, err, ok := next()
		if err != nil || !ok {
			t.Fatalf("found the end after %v: %v", found, err)
		}
		found = append(found, envelope.Seq)
	}
	return found
}

func TestWhatCameBeforeIsDroppedAndWhatIsMissingIsAskedForOnce(t *testing.T) {
	_, session, server := newFakeClient(t)
	next, leave := iter.Pull2(session.Envelopes(context.Background()))
	defer leave()
	server.at(1, 0)
	server.at(1, 0)
	server.at(5, 4)
	attaching := server.receive("session/attach")
	if wanted := `{"sessionId":"s1","afterSeq":1,"windowBytes":262144,"whenFull":"wait"}`; string(attaching.Params) != wanted {
		t.Errorf("found %s", attaching.Params)
	}
	server.at(6, 5)
	server.answer(attaching, strings.Replace(fakeSession, `"seq":0`, `"seq":6`, 1))
	server.at(3, 1)
	server.at(6, 3)
	if found := fmt.Sprint(seqs(t, next, 3)); found != "[1 3 6]" {
		t.Errorf("found %s", found)
	}
}

func TestAStreamThatBeginsBehindAnEarlierEventDoublesNothingForTheOthers(t *testing.T) {
	_, session, server := newFakeClient(t)
	live, leave := iter.Pull2(session.Envelopes(context.Background()))
	defer leave()
	server.at(1, 0)
	server.at(2, 1)
	seqs(t, live, 2)
	late, leaveLate := iter.Pull2(session.Envelopes(context.Background(), AfterSeq(1)))
	defer leaveLate()
	attaching := server.receive("session/attach")
	if !strings.Contains(string(attaching.Params), `"afterSeq":1,`) {
		t.Errorf("found %s", attaching.Params)
	}
	server.answer(attaching, strings.Replace(fakeSession, `"seq":0`, `"seq":2`, 1))
	server.at(2, 1)
	server.at(3, 2)
	if found := fmt.Sprint(seqs(t, late, 2), seqs(t, live, 1)); found != "[2 3] [3]" {
		t.Errorf("found %s", found)
	}
}

func TestAStreamMayBeginBehindWhatIsYetToCome(t *testing.T) {
	_, session, server := newFakeClient(t)
	next, leave := iter.Pull2(session.Envelopes(context.Background(), AfterSeq(2)))
	defer leave()
	for seq := range 4 {
		server.at(seq+1, seq)
	}
	if found := fmt.Sprint(seqs(t, next, 2)); found != "[3 4]" {
		t.Errorf("found %s", found)
	}
}

func TestAnEnvelopeSaysWhereItsEventStands(t *testing.T) {
	_, session, server := newFakeClient(t)
	next, leave := iter.Pull2(session.Envelopes(context.Background()))
	defer leave()
	server.event(`{"type":"agent_start"}`, `"at":1500,"runId":"r1","promptIds":["p1"],`)
	envelope, _, _ := next()
	if envelope.SessionID != "s1" || envelope.Seq != 1 || envelope.At.UnixMilli() != 1500 || envelope.RunID != "r1" || fmt.Sprint(envelope.PromptIDs) != "[p1]" || envelope.Event.Type() != "agent_start" {
		t.Errorf("found %+v", envelope)
	}
}

func TestASessionWhoseMissingEventsCannotBeHadIsAtItsEnd(t *testing.T) {
	_, session, server := newFakeClient(t)
	events := session.Events(context.Background())
	server.at(5, 4)
	server.send(`{"jsonrpc":"2.0","id":` + string(server.receive("session/attach").ID) + `,"error":{"code":-32000,"message":"gone","data":{"code":"SESSION_NOT_FOUND"}}}`)
	count := 0
	for _, err := range events {
		if count++; !errors.Is(err, CodeSessionNotFound) {
			t.Errorf("found %v", err)
		}
	}
	if count != 1 {
		t.Errorf("found %d", count)
	}
}

func TestTheSlowestStreamIsTheOneThatTheServerWaitsFor(t *testing.T) {
	_, session, server := newFakeClient(t)
	quick, leaveQuick := iter.Pull2(session.Envelopes(context.Background()))
	defer leaveQuick()
	slow, leaveSlow := iter.Pull2(session.Envelopes(context.Background()))
	for seq := range 3 {
		server.at(seq+1, seq)
	}
	seqs(t, quick, 3)
	seqs(t, slow, 1)
	leaveSlow()
	if acked := string(server.receive("session/ack").Params); acked != `{"sessionId":"s1","seq":2}` {
		t.Errorf("found %s", acked)
	}
}

func TestASessionThatIsMadeTooLateIsTakenBack(t *testing.T) {
	for method, undo := range map[string]string{"session/create": "session/close", "session/open": "session/detach"} {
		client, _, server := newFakeClient(t)
		ctx, cancel := context.WithCancel(context.Background())
		failed := make(chan error, 1)
		go func() {
			var err error
			if method == "session/create" {
				_, err = client.CreateSession(ctx, SessionOptions{})
			} else {
				_, err = client.OpenSession(ctx, "late", Subscription{})
			}
			failed <- err
		}()
		asked := server.receive(method)
		cancel()
		if err := <-failed; !errors.Is(err, CodeCancelled) {
			t.Errorf("%s: found %v", method, err)
		}
		server.receive("$/cancelRequest")
		server.answer(asked, strings.ReplaceAll(fakeSession, "s1", "late"))
		if gone := server.receive(undo); string(gone.Params) != `{"sessionId":"late"}` {
			t.Errorf("%s: found %s", method, gone.Params)
		}
	}
}

func TestASubscriptionThatIsChangedInVainGoesOn(t *testing.T) {
	_, session, server := newFakeClient(t)
	next, leave := iter.Pull2(session.Envelopes(context.Background()))
	defer leave()
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() { failed <- session.Attach(ctx, Subscription{Chunks: true}) }()
	asked := server.receive("session/attach")
	cancel()
	if err := <-failed; !errors.Is(err, CodeCancelled) {
		t.Errorf("found %v", err)
	}
	server.receive("$/cancelRequest")
	again := server.receive("session/attach")
	server.answer(asked, fakeSession)
	server.at(1, 0)
	server.answer(again, fakeSession)
	server.at(1, 0)
	if found := fmt.Sprint(seqs(t, next, 1)); found != "[1]" {
		t.Errorf("found %s", found)
	}
}

func TestASubscriptionThatBeginsTooLateIsEnded(t *testing.T) {
	_, session, server := newFakeClient(t)
	server.while(func() { _ = session.Detach(context.Background()) }, func() {
		server.answer(server.receive("session/detach"), `{}`)
	})
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() { failed <- session.Attach(ctx, Subscription{}) }()
	asked := server.receive("session/attach")
	cancel()
	if err := <-failed; !errors.Is(err, CodeCancelled) {
		t.Errorf("found %v", err)
	}
	server.receive("$/cancelRequest")
	server.answer(asked, fakeSession)
	server.receive("session/detach")
}

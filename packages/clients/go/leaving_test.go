package myelin

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"strings"
	"testing"
)

// asked reads the client's next request, which must be of this method; what is only told is passed over.
func (s *fakeServer) asked(method string) message {
	s.t.Helper()
	for s.lines.Scan() {
		m, err := parseMessage(bytes.Clone(s.lines.Bytes()))
		if err == nil && m.ID == nil {
			continue
		}
		if err != nil || m.Method != method {
			s.t.Fatalf("expected %q, the client sent %s", method, s.lines.Text())
		}
		return m
	}
	s.t.Fatalf("the client closed, expected %q", method)
	return message{}
}

// closed waits until the client closes, which must ask for nothing more.
func (s *fakeServer) closed() {
	s.t.Helper()
	for s.lines.Scan() {
		if m, err := parseMessage(bytes.Clone(s.lines.Bytes())); err != nil || m.ID != nil {
			s.t.Fatalf("expected the end, the client sent %s", s.lines.Text())
		}
	}
}

func sessionIDOf(t *testing.T, m message) string {
	t.Helper()
	var params struct{ SessionID string }
	if err := json.Unmarshal(m.Params, &params); err != nil {
		t.Fatal(err)
	}
	return params.SessionID
}

func TestOneThatIsClosedBeforeAllSessionsGoOnHasItsGuardsTakenBack(t *testing.T) {
	l, client, session, server := connectFake(t)
	client.OnToolCall(func(context.Context, ToolCall) (Decision, error) { return Decision{}, nil }, WithHookID("guard"))
	server.answer(server.asked("hooks/register"), `{"accepted":["guard"],"rejected":[]}`)
	if err := client.pending.wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	var other *Session
	server.while(func() { other, _ = client.CreateSession(context.Background(), SessionOptions{}) }, func() {
		server.answer(server.asked("session/create"), strings.ReplaceAll(fakeSession, `"s1"`, `"s2"`))
	})
	streams := []iter.Seq2[SessionEvent, error]{session.Events(context.Background()), other.Events(context.Background())}
	_ = server.out.Close()

	back := l.accept()
	back.answer(back.asked("hooks/register"), `{"accepted":["guard"],"rejected":[]}`)
	attaching := back.asked("session/attach")
	first := sessionIDOf(t, attaching)
	back.answer(attaching, strings.ReplaceAll(fakeSession, `"s1"`, `"`+first+`"`))
	if second := sessionIDOf(t, back.asked("session/attach")); second == first {
		t.Errorf("%s was attached twice", first)
	}
	back.while(func() { _ = client.Close() }, func() { back.answer(back.asked("shutdown"), `{}`) })
	back.closed()
	for _, events := range streams {
		for event, err := range events {
			t.Errorf("found %v, %v", event, err)
		}
	}
}

func TestOneThatIsClosedBeforeItIsGreetedSaysNothingMore(t *testing.T) {
	l, client, session, server := connectFake(t)
	_ = server.out.Close()
	back := l.arrived()
	back.asked("initialize")
	waiting := make(chan error, 1)
	go func() {
		_, err := session.State(context.Background())
		waiting <- err
	}()
	if err := client.Close(); err != nil {
		t.Error(err)
	}
	back.closed()
	if err := <-waiting; CodeOf(err) != CodeDisconnected {
		t.Errorf("found %v", err)
	}
}

package myelin

import (
	"context"
	"encoding/json"
	"iter"
	"sync"
)

// Session is one conversation at the server. It may be used by many goroutines.
type Session struct {
	client  *Client
	id      string
	pending registrations

	mu      sync.Mutex
	inflate *inflater
	streams []stream
	ended   bool
	reason  *Error
}

// stream is somebody who takes the events of a session. accept runs on the reader and must not wait; it answers
// whether the stream wants to hear more.
type stream interface {
	accept(place place, event SessionEvent) (more bool)
	end(reason *Error)
}

// sentEvent is session/event as it travels. The event lies in the frame it was read from.
type sentEvent struct {
	place
	event json.RawMessage
}

// place is where an event stands: in which session, and whose prompts it is about, if it begins or ends their run.
type place struct {
	sessionID string
	promptIDs []string
}

func parseSentEvent(params []byte) (sent sentEvent, err error) {
	err = eachMember(params, func(name string, raw []byte) error {
		switch name {
		case "sessionId":
			return readString(raw, &sent.sessionID)
		case "promptIds":
			return json.Unmarshal(raw, &sent.promptIDs)
		case "event":
			sent.event = raw
		}
		return nil
	})
	return sent, err
}

func newSession(client *Client, id string) *Session {
	return &Session{client: client, id: id, inflate: newInflater()}
}

// ID is the session's id at the server.
func (s *Session) ID() string { return s.id }

// State is where the session stands, without its history.
func (s *Session) State(ctx context.Context) (SessionState, error) {
	answer, err := request[SessionResult](ctx, s.client.connection, "session/state", s.params())
	return answer.State, err
}

// Tools lists the tools that the session offers to its model.
func (s *Session) Tools(ctx context.Context) ([]ClientTool, error) {
	answer, err := request[ToolList](ctx, s.client.connection, "tools/list", s.params())
	return answer.Tools, err
}

// Steer says something to the live run, taken after the next tool or turn; content follows the text, which may be
// empty. It gives the id that the message will have.
func (s *Session) Steer(ctx context.Context, text string, content ...ContentBlock) (SteerResult, error) {
	return request[SteerResult](ctx, s.client.connection, "session/steer", s.steering(text, content))
}

// FollowUp says something that is taken when the run would stop; otherwise it is as Steer.
func (s *Session) FollowUp(ctx context.Context, text string, content ...ContentBlock) (SteerResult, error) {
	return request[SteerResult](ctx, s.client.connection, "session/followUp", s.steering(text, content))
}

// Abort ends the live run; reason may be empty. The answer says what was stopped, what did not stop in time, and what
// still waits.
func (s *Session) Abort(ctx context.Context, reason string) (AbortResult, error) {
	params := AbortParams{SessionID: s.id, Reason: unlessZero(reason)}
	return request[AbortResult](ctx, s.client.connection, "session/abort", params)
}

// SetModel changes the model, from the next model call on.
func (s *Session) SetModel(ctx context.Context, model ModelRef) error {
	_, err := request[Empty](ctx, s.client.connection, "session/setModel", SetModelParams{SessionID: s.id, Model: model})
	return err
}

// Close aborts what runs and ends the session, and with it its streams.
func (s *Session) Close(ctx context.Context) error {
	call, err := s.client.connection.begin(ctx, "session/close", s.params(), func(json.RawMessage) {
		s.client.forget(s)
		s.end(nil)
	})
	if err != nil {
		return err
	}
	_, err = s.client.connection.wait(ctx, call)
	return err
}

// ToolCall is a call of which this session told: its name, and its arguments as the model gave them, or as they were in
// the end if somebody rewrote them. The events about a call after its start do not repeat them.
func (s *Session) ToolCall(toolCallID string) (call ToolCall, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	call, known = s.inflate.calls[toolCallID]
	return call, known
}

// Events is everything that the session says from now on, whether a run of ours is live or not. It ends when the
// session or the client is closed; with an error when ctx ends (CANCELLED) or the server dies (PROCESS_EXITED). Events
// wait in memory until the loop takes them. Only one loop may range over it.
func (s *Session) Events(ctx context.Context) iter.Seq2[SessionEvent, error] {
	tap := &tap{queue: newQueue[SessionEvent]()}
	s.subscribe(tap)
	stop := context.AfterFunc(ctx, func() {
		s.unsubscribe(tap)
		tap.queue.fail(cancelled("events", context.Cause(ctx)))
	})
	return func(yield func(SessionEvent, error) bool) {
		defer stop()
		defer s.unsubscribe(tap)
		tap.queue.each(yield)
	}
}

// tap is a stream that takes everything.
type tap struct{ queue *queue[SessionEvent] }

func (t *tap) accept(_ place, event SessionEvent) bool {
	t.queue.push(event)
	return true
}

func (t *tap) end(reason *Error) { t.queue.close(unlessClosed(reason)) }

// unlessClosed is nil for an end that this program asked for.
func unlessClosed(reason *Error) error {
	if reason == nil || reason.Code == CodeDisconnected && reason.Cause == errClosed {
		return nil
	}
	return reason
}

// deliver runs on the reader, so that streams get the events in order and before any later answer wakes its caller.
func (s *Session) deliver(sent sentEvent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	event := s.inflate.event(sent.event)
	kept := s.streams[:0]
	for _, stream := range s.streams {
		if stream.accept(sent.place, event) {
			kept = append(kept, stream)
		}
	}
	clear(s.streams[len(kept):])
	s.streams = kept
}

// subscribe adds a stream; one that comes after the session's end is ended at once.
func (s *Session) subscribe(stream stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		stream.end(s.reason)
		return
	}
	s.streams = append(s.streams, stream)
}

func (s *Session) unsubscribe(gone stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, stream := range s.streams {
		if stream == gone {
			s.streams = append(s.streams[:i:i], s.streams[i+1:]...)
			return
		}
	}
}

func (s *Session) end(reason *Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.ended, s.reason = true, reason
	for _, stream := range s.streams {
		stream.end(reason)
	}
	s.streams = nil
}

// shown is what a context hook is shown, in full.
func (s *Session) shown(payload ContextPayload) ContextPayload {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inflate.context(payload)
}

func (s *Session) params() SessionParams { return SessionParams{SessionID: s.id} }

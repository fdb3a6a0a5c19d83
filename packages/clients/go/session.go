package myelin

import (
	"context"
	"sync"
)

// Session is one conversation at the server. It may be used by many goroutines.
type Session struct {
	client   *Client
	id       string
	findings []string
	pending  registrations

	mu     sync.Mutex
	wishes Subscription
	// isOwned is whether this client made or opened the session, and so is waited for where it does not wish otherwise.
	isOwned bool
	inflate *inflater
	chain   chain
	lanes   []*lane
	waiting []awaited
	// acked is the newest event of which the server knows that it was taken.
	acked int64
	// isOver is whether the event that came last is the session's end.
	isOver bool
	ended  bool
	reason *Error
}

// newSession is a session of which everything up to the state that the server answered with is known.
func newSession(client *Client, answer SessionOpenResult, b beginning) *Session {
	s := &Session{
		client: client, id: answer.SessionID, findings: answer.Findings, wishes: b.wishes, isOwned: b.isOwner,
		inflate: newInflater(), chain: chain{last: answer.Seq}, acked: answer.Seq,
	}
	s.inflate.resume(answer.State, answer.Seq)
	return s
}

// ID is the session's id at the server.
func (s *Session) ID() string { return s.id }

// Findings are what a person should know of a session as it was found when it was opened: cut, unreadable, unknown.
func (s *Session) Findings() []string { return s.findings }

// State is where the session stands, without its history.
func (s *Session) State(ctx context.Context) (SessionState, error) {
	answer, err := request[SessionResult](ctx, s.client, "session/state", s.params())
	return answer.State, err
}

// Tools lists the tools that the session offers to its model.
func (s *Session) Tools(ctx context.Context) ([]ToolInfo, error) {
	answer, err := request[ToolList](ctx, s.client, "tools/list", s.params())
	return answer.Tools, err
}

// Steer says something to the live run, taken after the next tool or turn; content follows the text, which may be
// empty. It gives the id that the message will have.
func (s *Session) Steer(ctx context.Context, text string, content ...ContentBlock) (SteerResult, error) {
	return request[SteerResult](ctx, s.client, "session/steer", s.steering(text, content))
}

// FollowUp says something that is taken when the run would stop; otherwise it is as Steer.
func (s *Session) FollowUp(ctx context.Context, text string, content ...ContentBlock) (SteerResult, error) {
	return request[SteerResult](ctx, s.client, "session/followUp", s.steering(text, content))
}

// Abort ends the live run; reason may be empty. The answer says what was stopped, what did not stop in time, and what
// still waits.
func (s *Session) Abort(ctx context.Context, reason string) (AbortResult, error) {
	params := AbortParams{SessionID: s.id, Reason: unlessZero(reason)}
	return request[AbortResult](ctx, s.client, "session/abort", params)
}

// SetModel changes the model, from the next model call on.
func (s *Session) SetModel(ctx context.Context, model ModelRef) error {
	return do(ctx, s.client, "session/setModel", SetModelParams{SessionID: s.id, Model: model})
}

// SetThinkingLevel changes how much the model thinks first, from the next model call on.
func (s *Session) SetThinkingLevel(ctx context.Context, level ThinkingLevel) error {
	return do(ctx, s.client, "session/setThinkingLevel", SetThinkingLevelParams{SessionID: s.id, ThinkingLevel: level})
}

// SetTools chooses the tools that the session offers, from the next model call on; nil is all there are. An unknown name is
// refused.
func (s *Session) SetTools(ctx context.Context, tools []string) error {
	params := SetToolsParams{SessionID: s.id}
	if tools != nil {
		params.Tools = &tools
	}
	return do(ctx, s.client, "session/setTools", params)
}

// Queue lists what waits: steering is taken after the next tool or turn, a follow-up when the run would stop.
func (s *Session) Queue(ctx context.Context) (QueueList, error) {
	return request[QueueList](ctx, s.client, "queue/list", s.params())
}

// Unqueue takes waiting messages back, all of them if no ids are given, and gives the ids of those that did wait. A prompt among
// them fails with CANCELLED.
func (s *Session) Unqueue(ctx context.Context, itemIDs ...string) (removed []string, err error) {
	var answer QueueRemoved
	if len(itemIDs) == 0 {
		answer, err = request[QueueRemoved](ctx, s.client, "queue/clear", s.params())
	} else {
		answer, err = request[QueueRemoved](ctx, s.client, "queue/remove", QueueRemoveParams{SessionID: s.id, ItemIDs: itemIDs})
	}
	return answer.Removed, err
}

// Detach ends this client's subscription, with the hooks and tools that it registered for the session, and with the streams on
// this side. The session goes on, and a run too: a loop over it ends with its answer and CodeEventsMissed.
func (s *Session) Detach(ctx context.Context) error {
	return s.client.leaveSession(ctx, "session/detach", s.id)
}

// Close aborts what runs and ends the session, and with it its streams.
func (s *Session) Close(ctx context.Context) error {
	return s.client.leaveSession(ctx, "session/close", s.id)
}

// ToolCall is a call of which this session told: its name, and its arguments as the model gave them, or as they were in
// the end if somebody rewrote them. The events about a call after its start do not repeat them. Of calls that
// are over, the last 64 at least are known.
func (s *Session) ToolCall(toolCallID string) (call ToolCall, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	call, known = s.inflate.call(toolCallID)
	return call, known
}

// shown is what a context hook is shown, in full.
func (s *Session) shown(payload ContextPayload) ContextPayload {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inflate.context(payload)
}

func (s *Session) params() SessionParams { return SessionParams{SessionID: s.id} }

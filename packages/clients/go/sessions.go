package myelin

import (
	"context"
	"encoding/json"
)

// CreateSession makes a session, to whose events this client is subscribed. When ctx ends before the server has answered,
// the session that it may still make is closed.
func (c *Client) CreateSession(ctx context.Context, options SessionOptions) (*Session, error) {
	options.Subscription = options.within(c.options.window)
	return c.begun(ctx, beginning{
		method: "session/create", params: options.createParams(), undo: "session/close", wishes: options.waiting(), isOwner: true,
	})
}

// OpenSession goes on with a session that is kept, or that the server has open. [Session.Findings] tells what was found.
func (c *Client) OpenSession(ctx context.Context, sessionID string, wishes Subscription) (*Session, error) {
	wishes = wishes.within(c.options.window)
	return c.begun(ctx, beginning{
		method: "session/open", params: wishes.openParams(sessionID), undo: "session/detach", wishes: wishes.waiting(), isOwner: true,
	})
}

// AttachSession subscribes to a session that the server has open, as another program may have made it.
func (c *Client) AttachSession(ctx context.Context, sessionID string, wishes Subscription) (*Session, error) {
	wishes = wishes.within(c.options.window)
	if known := c.session(sessionID); known != nil {
		wishes = known.completed(wishes)
	}
	return c.begun(ctx, beginning{
		method: "session/attach", params: wishes.attachParams(sessionID), undo: "session/detach", wishes: wishes,
	})
}

// beginning is a request that gives a session, what takes it back when its answer comes too late, and what the session is
// subscribed to anew with.
type beginning struct {
	method string
	params any
	undo   string
	wishes Subscription
	// isOwner is whether this client makes or opens the session, and is not merely told of it.
	isOwner bool
}

// begun makes a session known before the reader looks at its first event.
func (c *Client) begun(ctx context.Context, b beginning) (*Session, error) {
	var session *Session
	var failure error
	call, err := c.begin(ctx, b.method, b.params, func(raw json.RawMessage) { session, failure = c.adopt(b, raw) })
	if err != nil {
		return nil, err
	}
	call.late = func(raw json.RawMessage) { c.undo(b, raw) }
	if _, err := call.wait(ctx); err != nil {
		return nil, err
	}
	return session, failure
}

func (c *Client) adopt(b beginning, raw json.RawMessage) (*Session, error) {
	var answer SessionOpenResult
	if err := decodeAnswer(b.method, raw, &answer); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.sessions[answer.SessionID]; known != nil {
		known.subscribed(answer.Seq, b)
		return known, nil
	}
	session := newSession(c, answer, b)
	c.know(session)
	return session, nil
}

// undo takes a session back that nobody waits for any more, unless this client has it otherwise.
func (c *Client) undo(b beginning, raw json.RawMessage) {
	var answer SessionOpenResult
	if decodeAnswer(b.method, raw, &answer) != nil || c.session(answer.SessionID) != nil {
		return
	}
	go func() { _ = do(context.Background(), c, b.undo, SessionParams{SessionID: answer.SessionID}) }()
}

// Sessions lists the sessions that the server has open, then the others that it keeps.
func (c *Client) Sessions(ctx context.Context) ([]SessionInfo, error) {
	answer, err := request[SessionList](ctx, c, "session/list", nil)
	return answer.Sessions, err
}

// DeleteSession deletes a session for good. It fails with SESSION_BUSY while it runs.
func (c *Client) DeleteSession(ctx context.Context, sessionID string) error {
	return c.leaveSession(ctx, "session/delete", sessionID)
}

// leaveSession asks for what ends the streams of a session on this side.
func (c *Client) leaveSession(ctx context.Context, method, sessionID string) error {
	call, err := c.begin(ctx, method, SessionParams{SessionID: sessionID}, func(json.RawMessage) {
		if session := c.session(sessionID); session != nil {
			c.forget(session)
			session.end(nil)
		}
		c.offers.remove(func(one *offer) bool { return one.sessionID == sessionID })
	})
	if err != nil {
		return err
	}
	_, err = call.wait(ctx)
	return err
}

func (c *Client) session(id string) *Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sessions[id]
}

// held are the sessions of this client.
func (c *Client) held() []*Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	held := make([]*Session, 0, len(c.sessions))
	for _, session := range c.sessions {
		held = append(held, session)
	}
	return held
}

// keep has events of a session reach it.
func (c *Client) keep(session *Session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.know(session)
}

// know is called with the lock held; once the client has ended it does nothing.
func (c *Client) know(session *Session) {
	if c.sessions != nil {
		c.sessions[session.id] = session
	}
}

func (c *Client) forget(session *Session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sessions[session.id] == session {
		delete(c.sessions, session.id)
	}
}

package myelin

import (
	"context"
	"errors"
	"slices"
)

// resume goes on where the connection before was lost: guards are in force before anything goes on. An error means that
// this connection is lost too.
func (c *Client) resume(ctx context.Context, connection *connection) error {
	if err := c.offerAgain(connection, func(*offer) bool { return true }); err != nil {
		return err
	}
	for _, session := range c.held() {
		if err := c.reattach(ctx, connection, session); err != nil {
			return err
		}
	}
	c.promptAgain(connection)
	return nil
}

// isNotOpen is whether a server does not have a session open: it is another than before, and may have it kept.
func isNotOpen(err error) bool {
	return errors.Is(err, CodeSessionNotFound) || isCausedBy(err, CodeSessionNotFound)
}

func isCausedBy(err error, code Code) bool {
	ours, ok := err.(*Error)
	return ok && ours.Cause != nil && CodeOf(ours.Cause) == code
}

// reattach has a session go on behind its last event; one that cannot is at its end.
func (c *Client) reattach(ctx context.Context, connection *connection, session *Session) error {
	// It may have gone on over a connection that was lost before it was in use.
	session.pause()
	err := session.attach(ctx, connection)
	if isNotOpen(err) {
		err = c.reopen(ctx, connection, session)
	}
	if err == nil || isLost(err) || isCancelledHere(err) {
		return err
	}
	c.forget(session)
	session.end(asError(err))
	return nil
}

// reopen has the server open a session that it keeps, with its own hooks and tools, before it goes on.
func (c *Client) reopen(ctx context.Context, connection *connection, session *Session) error {
	if _, err := request[SessionOpenResult](ctx, connection, "session/open", session.openParams()); err != nil {
		return err
	}
	if err := c.offerAgain(connection, func(one *offer) bool { return one.sessionID == session.id }); err != nil {
		return err
	}
	return session.attach(ctx, connection)
}

// promptAgain asks for the answers that were lost, in the order of the prompts. One whose guards are no longer in force fails.
func (c *Client) promptAgain(connection *connection) {
	for _, run := range c.prompts() {
		var call *call
		err := run.session.refusal()
		if err == nil {
			call, err = connection.begin(context.Background(), "session/prompt", run.params, nil)
		}
		select {
		case <-run.again:
		default:
		}
		run.again <- sentPrompt{call, err}
	}
}

func (c *Client) prompts() []*Run {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.unanswered)
}

// asked says that a prompt has been sent, answered that nobody waits for it.
func (c *Client) asked(run *Run) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.unanswered, run) {
		c.unanswered = append(c.unanswered, run)
	}
}

func (c *Client) answered(run *Run) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unanswered = slices.DeleteFunc(c.unanswered, func(other *Run) bool { return other == run })
}

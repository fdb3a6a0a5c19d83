package myelin

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
)

// call is a request that waits for its answer.
type call struct {
	connection *connection
	id         int64
	method     string
	// answered runs on the reader, before anything that the server sent after the answer is looked at.
	answered func(result json.RawMessage)
	// late runs on the reader instead, when the answer comes after the caller gave up.
	late        func(result json.RawMessage)
	isAbandoned bool
	done        chan struct{}
	result      json.RawMessage
	err         *Error
}

// asker is where requests go: a connection, or a client that may have several after each other.
type asker interface {
	begin(ctx context.Context, method string, params any, answered func(json.RawMessage)) (*call, error)
}

// request asks and waits: for the answer, the end of ctx, or the end of the connection.
func request[Result any](ctx context.Context, to asker, method string, params any) (result Result, err error) {
	call, err := to.begin(ctx, method, params, nil)
	if err != nil {
		return result, err
	}
	raw, err := call.wait(ctx)
	if err != nil {
		return result, err
	}
	return result, decodeAnswer(method, raw, &result)
}

// do is a request whose answer says no more than that it was done.
func do(ctx context.Context, to asker, method string, params any) error {
	_, err := request[Empty](ctx, to, method, params)
	return err
}

func decodeAnswer(method string, raw json.RawMessage, into any) error {
	if err := json.Unmarshal(raw, into); err != nil {
		return &Error{Code: CodeInvalidAnswer, Message: fmt.Sprintf("%s was answered with %.200s: %v", method, raw, err), Cause: err}
	}
	return nil
}

// begin puts a request in line and returns at once; what begins first is sent first.
func (c *connection) begin(ctx context.Context, method string, params any, answered func(json.RawMessage)) (*call, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, cancelled(method, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reason != nil {
		return nil, c.reason
	}
	c.lastID++
	call := &call{connection: c, id: c.lastID, method: method, answered: answered, done: make(chan struct{})}
	frame, err := c.encode(method, outgoingMessage{"2.0", formatID(call.id), method, params})
	if err != nil {
		return nil, err
	}
	c.pending[call.id] = call
	c.outgoing.push(frame)
	return call, nil
}

// wait gives the answer of a call. When ctx ends first the server is told, and its answer will be dropped.
func (call *call) wait(ctx context.Context) (json.RawMessage, error) {
	select {
	case <-call.done:
	case <-ctx.Done():
		if call.connection.giveUp(call) {
			return nil, cancelled(call.method, context.Cause(ctx))
		}
		<-call.done
	}
	if call.err != nil {
		return nil, call.err
	}
	return call.result, nil
}

// giveUp is false if the answer came first.
func (c *connection) giveUp(call *call) bool {
	c.mu.Lock()
	waiting := c.pending[call.id] == call
	if waiting && call.late != nil {
		call.isAbandoned = true
	} else {
		delete(c.pending, call.id)
	}
	c.mu.Unlock()
	if waiting {
		_ = c.notify("$/cancelRequest", map[string]any{"id": call.id})
	}
	return waiting
}

// notify puts a notification in line.
func (c *connection) notify(method string, params any) error {
	frame, err := c.encode(method, outgoingMessage{"2.0", nil, method, params})
	if err != nil {
		return err
	}
	c.outgoing.push(frame)
	return nil
}

// answer wakes the caller. An answer that nobody waits for is dropped.
func (c *connection) answer(m message) {
	id, err := strconv.ParseInt(string(m.ID), 10, 64)
	if err != nil {
		return
	}
	c.mu.Lock()
	call := c.pending[id]
	delete(c.pending, id)
	isAbandoned := call != nil && call.isAbandoned
	c.mu.Unlock()
	switch {
	case call == nil:
	case isAbandoned:
		if m.Error == nil && isObject(m.Result) {
			call.late(m.Result)
		}
	default:
		call.settle(m)
	}
}

func (call *call) settle(m message) {
	call.result = m.kept().Result
	switch {
	case m.Error != nil:
		call.err = m.Error.asError(call.method)
	case m.Result == nil:
		call.err = &Error{
			Code:    CodeInvalidAnswer,
			Message: fmt.Sprintf("%s was answered with the error %.200s; an object with a number code and a message was expected", call.method, m.Unread),
		}
	case !isObject(m.Result):
		call.err = &Error{
			Code:    CodeInvalidAnswer,
			Message: fmt.Sprintf("%s was answered with %.200s; a JSON object was expected", call.method, m.Result),
		}
	case call.answered != nil:
		call.answered(m.Result)
	}
	close(call.done)
}

// isObject is whether a JSON value is an object.
func isObject(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '{' }

func formatID(id int64) json.RawMessage { return json.RawMessage(fmt.Sprint(id)) }

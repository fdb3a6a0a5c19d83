package myelin

import (
	"context"
	"encoding/json"
	"fmt"
)

// failure is why a request of the server is answered with an error: a number for JSON-RPC, a code for everybody else.
type failure struct {
	number  int
	code    Code
	message string
}

func (f *failure) asRPC() *rpcError {
	return &rpcError{Code: f.number, Message: f.message, Data: json.RawMessage(fmt.Sprintf(`{"code":%q}`, f.code))}
}

// accept starts to serve a request of the server. The reader goes on at once. The context of the handler ends once its
// answer is in line. A handler that ends its goroutine instead of returning has failed.
func (c *connection) accept(m message) {
	ctx, cancel := context.WithCancel(c.context)
	c.mu.Lock()
	c.serving[string(m.ID)] = cancel
	c.mu.Unlock()
	go func() {
		var result any
		failed := hookFailed(m.Method + ": its handler ended its goroutine (runtime.Goexit) instead of returning")
		defer func() {
			if c.release(m.ID) != nil {
				c.respond(m, result, failed)
			}
			cancel()
		}()
		result, failed = c.handlers.serve(ctx, m.Method, m.Params)
	}()
}

// release takes a request from those in progress; nil if somebody else answered it.
func (c *connection) release(id json.RawMessage) context.CancelFunc {
	c.mu.Lock()
	defer c.mu.Unlock()
	cancel := c.serving[string(id)]
	delete(c.serving, string(id))
	return cancel
}

// respond puts the answer in line; an answer that cannot be sent becomes an error, so that the server never waits.
func (c *connection) respond(m message, result any, failed *failure) {
	var answer any = outgoingResult{"2.0", m.ID, result}
	if failed != nil {
		answer = outgoingError{"2.0", m.ID, failed.asRPC()}
	}
	frame, err := c.encode("the answer to "+m.Method, answer)
	if err != nil {
		unsendable := &failure{RPCInternalError, unsendableCode(err), err.Error()}
		frame, _ = encodeFrame(outgoingError{"2.0", m.ID, unsendable.asRPC()})
	}
	c.outgoing.push(frame)
}

// unsendableCode tells the server what of an answer is at fault; it is none of its own parameters.
func unsendableCode(err error) Code {
	if code := CodeOf(err); code != CodeInvalidParams {
		return code
	}
	return CodeInternal
}

// cancelServing answers at once: the server no longer waits, whatever the handler does.
func (c *connection) cancelServing(params json.RawMessage) {
	var named struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(params, &named) != nil {
		return
	}
	if cancel := c.release(named.ID); cancel != nil {
		c.respond(message{ID: named.ID}, nil, &failure{RPCRequestCancelled, CodeCancelled, "the server cancelled the request"})
		cancel()
	}
}

func methodNotFound(method string) *failure {
	return &failure{RPCMethodNotFound, CodeMethodNotFound, fmt.Sprintf("this client does not serve %q", method)}
}

func invalidParams(method string, cause error) *failure {
	return &failure{RPCInvalidParams, CodeInvalidParams, fmt.Sprintf("%s: %v", method, cause)}
}

package myelin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// flushGrace is how long the last messages may take to go out.
const flushGrace = 500 * time.Millisecond

// transport carries the bytes of one connection.
type transport struct {
	reader io.ReadCloser
	writer io.Writer
	// end closes the other side, waits until it is gone, and says how it ended.
	end func() *Error
}

// handlers is what a connection asks of its owner. notify and quiet run on the reader and must not wait; quiet is told true
// when all that came was handed on, and false when there is more. serve runs on a goroutine of its own, and its context
// ends when the server cancels the request or the connection is over.
type handlers struct {
	// An error of notify says that the server broke the protocol.
	notify func(method string, params json.RawMessage) error
	quiet  func(isQuiet bool)
	serve  func(ctx context.Context, method string, params json.RawMessage) (any, *failure)
	closed func(reason *Error)
}

// connection speaks JSON-RPC 2.0 over a transport, both ways. One goroutine reads, one writes.
type connection struct {
	transport transport
	handlers  handlers
	limit     atomic.Int64
	outgoing  *queue[[]byte]
	readDone  chan struct{}
	writeDone chan struct{}
	done      chan struct{}
	context   context.Context
	abandon   context.CancelFunc
	ending    sync.Once

	mu      sync.Mutex
	lastID  int64
	pending map[int64]*call
	serving map[string]context.CancelFunc
	reason  *Error
}

type outgoingMessage struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
}

type outgoingResult struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

type outgoingError struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *rpcError       `json:"error"`
}

func newConnection(transport transport, handlers handlers) *connection {
	ctx, abandon := context.WithCancel(context.Background())
	c := &connection{
		transport: transport,
		handlers:  handlers,
		outgoing:  newQueue[[]byte](),
		readDone:  make(chan struct{}),
		writeDone: make(chan struct{}),
		done:      make(chan struct{}),
		context:   ctx,
		abandon:   abandon,
		pending:   map[int64]*call{},
		serving:   map[string]context.CancelFunc{},
	}
	c.limit.Store(defaultMaxFrame)
	return c
}

// start begins to read and write.
func (c *connection) start() {
	go c.write()
	go c.read()
}

// read hands on what comes until the stream ends or is no protocol.
func (c *connection) read() {
	defer close(c.readDone)
	frames := newFrameReader(quietReader{c.transport.reader, c.handlers.quiet}, &c.limit)
	for {
		frame, err := frames.next()
		if err != nil {
			c.finish(asFrameTooLarge(err))
			return
		}
		m, err := parseMessage(frame)
		if err == nil {
			err = c.receive(m)
		}
		if err != nil {
			c.finish(notProtocol(frame, err))
			return
		}
	}
}

func asFrameTooLarge(err error) *Error {
	var ours *Error
	errors.As(err, &ours)
	return ours
}

func notProtocol(frame []byte, err error) *Error {
	return &Error{
		Code:    CodeDisconnected,
		Message: fmt.Sprintf("expected a JSON-RPC message on the server's stdout, found %.200q: %v; is the command a Myelin server?", frame, err),
		Cause:   err,
	}
}

func (c *connection) receive(m message) error {
	switch {
	case m.Method == "":
		c.answer(m)
	case m.ID != nil:
		c.accept(m.kept())
	case m.Method == "$/cancelRequest":
		c.cancelServing(m.Params)
	default:
		return c.handlers.notify(m.Method, m.Params)
	}
	return nil
}

// write sends what is in line, all that waits in one write, until the connection is over.
func (c *connection) write() {
	defer close(c.writeDone)
	for frames := c.outgoing.takeAll(); frames != nil; frames = c.outgoing.takeAll() {
		if _, err := c.transport.writer.Write(bytes.Join(frames, nil)); err != nil {
			c.finish(nil)
			return
		}
	}
}

// close ends the connection and returns when the other side is gone.
func (c *connection) close() {
	c.finish(closedError())
	<-c.done
}

// finish ends the connection, once. Without a reason of our own, the reason is how the other side ended; calls then
// wait for that, and for the answers that it left in its pipe.
func (c *connection) finish(reason *Error) {
	c.ending.Do(func() { go c.end(reason) })
}

func (c *connection) end(reason *Error) {
	if reason != nil {
		c.reject(reason)
	}
	c.flush()
	found := c.transport.end()
	<-c.readDone
	_ = c.transport.reader.Close()
	if reason == nil {
		reason = found
		c.reject(reason)
	}
	c.abandon()
	c.handlers.closed(reason)
	close(c.done)
}

// flush lets the answers that are in line go out; a server that does not read them is not waited for.
func (c *connection) flush() {
	c.outgoing.close()
	select {
	case <-c.writeDone:
	case <-time.After(flushGrace):
	}
}

// failure is why the connection takes no more calls; nil while it does.
func (c *connection) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reason == nil {
		return nil
	}
	return c.reason
}

// reject fails every call that waits, and every later one.
func (c *connection) reject(reason *Error) {
	c.mu.Lock()
	pending := c.pending
	c.pending, c.reason = nil, reason
	c.mu.Unlock()
	for _, call := range pending {
		call.err = reason
		close(call.done)
	}
}

func (c *connection) encode(method string, message any) ([]byte, error) {
	frame, err := encodeFrame(message)
	if err != nil {
		return nil, &Error{Code: CodeInvalidParams, Message: fmt.Sprintf("%s cannot be sent as JSON: %v", method, err), Cause: err}
	}
	if limit := c.limit.Load(); int64(len(frame)) > limit {
		return nil, &Error{Code: CodeFrameTooLarge, Message: fmt.Sprintf("%s has %d bytes, the server takes %d", method, len(frame), limit)}
	}
	return frame, nil
}

// message is any JSON-RPC message. Its parts lie in the frame they were read from, and are good until the next is read.
type message struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *rpcError
	// Unread is an error that is none.
	Unread json.RawMessage
}

var errNoMessage = errors.New("it neither asks, tells nor answers")

func parseMessage(frame []byte) (m message, err error) {
	isMessage := false
	err = eachMember(frame, func(name string, raw []byte) error {
		switch name {
		case "id":
			m.ID = raw
		case "method":
			isMessage = true
			return readString(raw, &m.Method)
		case "params":
			m.Params = raw
		case "result":
			m.Result, isMessage = raw, true
		case "error":
			isMessage = true
			if json.Unmarshal(raw, &m.Error) != nil || m.Error == nil {
				m.Error, m.Unread = nil, raw
			}
		}
		return nil
	})
	if err == nil && !isMessage {
		err = errNoMessage
	}
	return m, err
}

// kept is a copy that outlives the frame.
func (m message) kept() message {
	m.ID, m.Params, m.Result = bytes.Clone(m.ID), bytes.Clone(m.Params), bytes.Clone(m.Result)
	return m
}

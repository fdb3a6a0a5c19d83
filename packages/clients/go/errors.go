package myelin

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// The codes that only this side gives; the others are those of the protocol.
const (
	// CodeProcessExited: the server's process ended by itself; the error holds its exit code and its last stderr.
	CodeProcessExited Code = "PROCESS_EXITED"
	// CodeSpawnFailed: no server process could be started.
	CodeSpawnFailed Code = "SPAWN_FAILED"
	// CodeHookRejected: the server refused a hook or a tool that was registered.
	CodeHookRejected Code = "HOOK_REJECTED"
	// CodeInvalidAnswer: the server answered something that this package cannot read.
	CodeInvalidAnswer Code = "INVALID_ANSWER"
	// CodeEventsMissed: the events that were asked for went to another loop, or were let go before one began.
	CodeEventsMissed Code = "EVENTS_MISSED"
	// CodeUnknown: the server's error has neither a code nor a number that says more.
	CodeUnknown Code = "UNKNOWN"
)

// Error makes a Code a target of errors.Is: errors.Is(err, CodeDisconnected) holds for every [*Error] of that code.
func (c Code) Error() string { return string(c) }

// Error is every error that this package returns.
type Error struct {
	// Code is the thing to match on.
	Code Code
	// Message says what was asked, what was found, and what to do.
	Message string
	// RPCCode is the JSON-RPC error number, or 0 if the error was made on this side.
	RPCCode int
	// Data is what the server sent with the error, or nil.
	Data json.RawMessage
	// Exit is how the server's process ended, or nil if the error is about something else.
	Exit *ProcessExit
	// Cause is what led to the error, or nil.
	Cause error
}

// ProcessExit is how a server's process ended.
type ProcessExit struct {
	// Code is the exit code, -1 if a signal ended the process.
	Code int
	// Status says the same for people: "exit status 3", "signal: killed".
	Status string
	// Stderr is the last 8 KiB of what the process wrote there.
	Stderr string
}

func (e *Error) Error() string { return fmt.Sprintf("myelin: %s (%s)", e.Message, e.Code) }

// Unwrap gives the cause: after a cancellation, the error of the context.
func (e *Error) Unwrap() error { return e.Cause }

// Is holds for the error's own code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// CodeOf is the code of the first [*Error] in err's tree, or "" if there is none.
func CodeOf(err error) Code {
	var ours *Error
	if errors.As(err, &ours) {
		return ours.Code
	}
	return ""
}

// rpcError is the error member of a JSON-RPC answer.
type rpcError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

var codesByNumber = map[int]Code{
	RPCParseError:       CodeParseError,
	RPCInvalidRequest:   CodeInvalidRequest,
	RPCMethodNotFound:   CodeMethodNotFound,
	RPCInvalidParams:    CodeInvalidParams,
	RPCInternalError:    CodeInternal,
	RPCNotInitialized:   CodeNotInitialized,
	RPCRequestCancelled: CodeCancelled,
}

// asError carries a server's error: its `data.code` where there is one, else a name for its number.
func (e *rpcError) asError(method string) *Error {
	var data struct {
		Code Code `json:"code"`
	}
	if json.Unmarshal(e.Data, &data) != nil || data.Code == "" {
		data.Code = codesByNumber[e.Code]
	}
	if data.Code == "" {
		data.Code = CodeUnknown
	}
	message := strings.TrimPrefix(e.Message, method+": ")
	if message == "" {
		message = fmt.Sprintf("the server's error %d came without a message", e.Code)
	}
	return &Error{
		Code:    data.Code,
		Message: method + ": " + message,
		RPCCode: e.Code,
		Data:    e.Data,
	}
}

// errClosed is the cause of the end that this program asked for.
var errClosed = errors.New("the client was closed")

func closedError() *Error {
	return &Error{Code: CodeDisconnected, Message: errClosed.Error(), Cause: errClosed}
}

func cancelled(method string, cause error) *Error {
	return &Error{Code: CodeCancelled, Message: method + " was cancelled by the caller", Cause: cause}
}

// asError gives an error of this package as what it is.
func asError(err error) *Error {
	var ours *Error
	if errors.As(err, &ours) {
		return ours
	}
	return &Error{Code: CodeUnknown, Message: err.Error(), Cause: err}
}

// isCancelledHere is whether the caller's own context ended, and not somebody else's will at the server.
func isCancelledHere(err error) bool {
	var ours *Error
	return errors.As(err, &ours) && ours.Code == CodeCancelled && ours.RPCCode == 0
}

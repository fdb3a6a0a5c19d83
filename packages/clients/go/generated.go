// Code generated from packages/rpc-server/schema/protocol.json by pnpm gen. DO NOT EDIT.

package myelin

import (
	"bytes"
	"encoding/json"
)

// ProtocolVersion is the protocol version that these types describe.
const ProtocolVersion = 1

// Numbers of JSON-RPC errors.
const (
	RPCParseError       = -32700
	RPCInvalidRequest   = -32600
	RPCMethodNotFound   = -32601
	RPCInvalidParams    = -32602
	RPCInternalError    = -32603
	RPCNotInitialized   = -32002
	RPCDomain           = -32000
	RPCRequestCancelled = -32800
)

// Code: why a request failed, as the server says it in the data of its error, in UPPER_SNAKE.
type Code string

// Values of Code; others may come.
const (
	CodeParseError         Code = "PARSE_ERROR"
	CodeInvalidRequest     Code = "INVALID_REQUEST"
	CodeMethodNotFound     Code = "METHOD_NOT_FOUND"
	CodeInvalidParams      Code = "INVALID_PARAMS"
	CodeStartFailed        Code = "START_FAILED"
	CodeNotInitialized     Code = "NOT_INITIALIZED"
	CodeAlreadyInitialized Code = "ALREADY_INITIALIZED"
	CodeVersionMismatch    Code = "VERSION_MISMATCH"
	CodeFrameTooLarge      Code = "FRAME_TOO_LARGE"
	CodeCancelled          Code = "CANCELLED"
	CodeSessionNotFound    Code = "SESSION_NOT_FOUND"
	CodeSessionClosed      Code = "SESSION_CLOSED"
	CodeSessionReadOnly    Code = "SESSION_READ_ONLY"
	CodeSessionExists      Code = "SESSION_EXISTS"
	CodeSessionLocked      Code = "SESSION_LOCKED"
	CodeSessionVersion     Code = "SESSION_VERSION"
	CodeSessionDamaged     Code = "SESSION_DAMAGED"
	CodeStoreWriteFailed   Code = "STORE_WRITE_FAILED"
	CodeEntryNotFound      Code = "ENTRY_NOT_FOUND"
	CodeRunLost            Code = "RUN_LOST"
	CodePromptMismatch     Code = "PROMPT_MISMATCH"
	CodeNothingToCompact   Code = "NOTHING_TO_COMPACT"
	CodeCompactionFailed   Code = "COMPACTION_FAILED"
	CodeGoalNotFound       Code = "GOAL_NOT_FOUND"
	CodeGoalConflict       Code = "GOAL_CONFLICT"
	CodeDenied             Code = "DENIED"
	CodeSessionBusy        Code = "SESSION_BUSY"
	CodeToolNotFound       Code = "TOOL_NOT_FOUND"
	CodeModelNotFound      Code = "MODEL_NOT_FOUND"
	CodePluginNotFound     Code = "PLUGIN_NOT_FOUND"
	CodeNotReloadable      Code = "NOT_RELOADABLE"
	CodeInvalidSetting     Code = "INVALID_SETTING"
	CodeSettingsNotWritten Code = "SETTINGS_NOT_WRITTEN"
	CodeCommandNotFound    Code = "COMMAND_NOT_FOUND"
	CodeCommandFailed      Code = "COMMAND_FAILED"
	CodeListenerFailed     Code = "LISTENER_FAILED"
	CodeHookFailed         Code = "HOOK_FAILED"
	CodeShuttingDown       Code = "SHUTTING_DOWN"
	CodeDisconnected       Code = "DISCONNECTED"
	CodeClientFailed       Code = "CLIENT_FAILED"
	CodeInternal           Code = "INTERNAL"
)

// AbortParams: ends the run that is live.
type AbortParams struct {
	SessionID string  `json:"sessionId"`
	Reason    *string `json:"reason,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v AbortParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *AbortParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// AbortResult: what the abort did: whether a run was stopped, or a prompt before it ran, the tool
// calls that did not stop in time, and what still waits.
type AbortResult struct {
	Stopped   bool        `json:"stopped"`
	Abandoned []string    `json:"abandoned"`
	Queued    []QueueItem `json:"queued"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v AbortResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *AbortResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// AckParams: the client has taken all events of the session up to `seq`.
type AckParams struct {
	SessionID string `json:"sessionId"`
	Seq       int64  `json:"seq"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v AckParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *AckParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// AgentEnd: the last event of a run on every path. Messages that were never sent to this client stay
// ids.
type AgentEnd struct {
	NewMessageIDs []string   `json:"newMessageIds"`
	NewMessages   []Message  `json:"newMessages"`
	Summary       RunSummary `json:"summary"`
	WillRetry     bool       `json:"willRetry"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "agent_end".
func (AgentEnd) Type() string { return "agent_end" }

func (AgentEnd) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v AgentEnd) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *AgentEnd) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// AgentStart: a run begins.
type AgentStart struct {
	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "agent_start".
func (AgentStart) Type() string { return "agent_start" }

func (AgentStart) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v AgentStart) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *AgentStart) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// AssistantMessage: what a model answered. `stopReason` is absent while the message streams.
type AssistantMessage struct {
	ID         string         `json:"id"`
	Timestamp  int64          `json:"timestamp"`
	Content    []ContentBlock `json:"content"`
	Model      ModelRef       `json:"model"`
	StopReason StopReason     `json:"stopReason,omitempty"`
	Usage      *Usage         `json:"usage,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Role is "assistant".
func (AssistantMessage) Role() string { return "assistant" }

func (AssistantMessage) isMessage() {}

func (AssistantMessage) isNewMessage() {}

// MarshalJSON writes the wire form, unknown members included.
func (v AssistantMessage) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "role", v.Role())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *AssistantMessage) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "role")
}

// AttachParams: subscribes the caller, in place of the subscription that it may have. Events after
// `afterSeq` are sent again, or one gap for those that are gone; from now on if absent. `seenSeq`: the
// newest event that the client has given on; no delta is merged up to it, so that those who had it are
// not given text twice. `types`: the only events that are sent. `snapshots` adds the message so far to
// each update, `chunks` the model's own. `windowBytes`: so much may be on its way until `session/ack`;
// `acknowledge`: one event at a time. `whenFull` is `gap` if absent.
type AttachParams struct {
	SessionID   string   `json:"sessionId"`
	AfterSeq    *int64   `json:"afterSeq,omitempty"`
	SeenSeq     *int64   `json:"seenSeq,omitempty"`
	Snapshots   *bool    `json:"snapshots,omitempty"`
	Chunks      *bool    `json:"chunks,omitempty"`
	Types       []string `json:"types,omitempty"`
	WindowBytes *int64   `json:"windowBytes,omitempty"`
	Acknowledge *bool    `json:"acknowledge,omitempty"`
	WhenFull    WhenFull `json:"whenFull,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v AttachParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *AttachParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// AutoRetryEnd: how trying again ended, as it really did: once for all tries of a call, with the last
// one's number, and once for each of a run's.
type AutoRetryEnd struct {
	Scope   RetryScope `json:"scope"`
	Attempt int64      `json:"attempt"`
	Success bool       `json:"success"`
	Error   *ErrorInfo `json:"error,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "auto_retry_end".
func (AutoRetryEnd) Type() string { return "auto_retry_end" }

func (AutoRetryEnd) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v AutoRetryEnd) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *AutoRetryEnd) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// AutoRetryStart: something that failed is tried again after `delayMs`; `attempt` counts from 1. With
// the scope `call` it says what `retry` says.
type AutoRetryStart struct {
	Scope       RetryScope `json:"scope"`
	Attempt     int64      `json:"attempt"`
	MaxAttempts int64      `json:"maxAttempts"`
	DelayMs     int64      `json:"delayMs"`
	Error       ErrorInfo  `json:"error"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "auto_retry_start".
func (AutoRetryStart) Type() string { return "auto_retry_start" }

func (AutoRetryStart) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v AutoRetryStart) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *AutoRetryStart) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// BranchChanged: the conversation goes on from another entry; null stands for its beginning.
type BranchChanged struct {
	From *string `json:"from"`
	To   *string `json:"to"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "branch_changed".
func (BranchChanged) Type() string { return "branch_changed" }

func (BranchChanged) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v BranchChanged) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *BranchChanged) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// Budget: what one run may spend: tokens of all kinds together, and US dollars as far as providers
// tell prices. It ends after the turn that reaches it.
type Budget struct {
	Tokens  *int64   `json:"tokens,omitempty"`
	CostUSD *float64 `json:"costUsd,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v Budget) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Budget) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ClientCommand: a command of the client: lower-case words joined by `-`, `_` or `:`. With a
// `template` it makes a prompt of that, where `$ARGUMENTS` stands for all that was typed behind the
// name, `$1` to `$9` for its words and `$$` for a dollar; without one the client runs it.
// `argumentHint` says to a person what belongs behind its name. `timeoutMs` is what the client has to
// run it, 0 or absent for no limit.
type ClientCommand struct {
	Name         string  `json:"name"`
	Description  string  `json:"description"`
	ArgumentHint *string `json:"argumentHint,omitempty"`
	Template     *string `json:"template,omitempty"`
	TimeoutMs    *int64  `json:"timeoutMs,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ClientCommand) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ClientCommand) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ClientInfo: who speaks.
type ClientInfo struct {
	Name    string  `json:"name"`
	Version *string `json:"version,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ClientInfo) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ClientInfo) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ClientTool: a tool that the client runs. `parameters` is a JSON Schema of an object. `concurrency`:
// a `parallel` one may run beside others, an `exclusive` one (so if absent) runs alone. `timeoutMs` is
// what a call may take, the server's usual if absent, 0 for no limit. `onInterjection` is what becomes
// of a running call when the person interjects: it may `finish` (so if absent), or is cancelled. A
// call that is cut short is cancelled at the client. With `preview` the client is asked by
// `tool/preview` what a call is about to do, before anybody judges it.
type ClientTool struct {
	Name           string                   `json:"name"`
	Description    string                   `json:"description"`
	Parameters     map[string]any           `json:"parameters"`
	Concurrency    ClientToolConcurrency    `json:"concurrency,omitempty"`
	TimeoutMs      *int64                   `json:"timeoutMs,omitempty"`
	OnInterjection ClientToolOnInterjection `json:"onInterjection,omitempty"`
	Preview        *bool                    `json:"preview,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ClientTool) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ClientTool) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ClientToolConcurrency: the member concurrency of ClientTool.
type ClientToolConcurrency string

// Values of ClientToolConcurrency; others may come.
const (
	ClientToolConcurrencyParallel  ClientToolConcurrency = "parallel"
	ClientToolConcurrencyExclusive ClientToolConcurrency = "exclusive"
)

// ClientToolOnInterjection: the member onInterjection of ClientTool.
type ClientToolOnInterjection string

// Values of ClientToolOnInterjection; others may come.
const (
	ClientToolOnInterjectionFinish ClientToolOnInterjection = "finish"
	ClientToolOnInterjectionCancel ClientToolOnInterjection = "cancel"
)

// CommandAnswer: what a client's command came to: a text to show, or nothing.
type CommandAnswer struct {
	Text *string `json:"text,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CommandAnswer) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CommandAnswer) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CommandExecuteParams: the server runs a client's command; `args` is all that was typed behind its
// name.
type CommandExecuteParams struct {
	SessionID string `json:"sessionId"`
	Name      string `json:"name"`
	Args      string `json:"args"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CommandExecuteParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CommandExecuteParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CommandInfo: a command. `action`: it does something itself. `prompt`: it makes a prompt, which
// whoever runs it then asks. `argumentHint` says to a person what belongs behind its name.
type CommandInfo struct {
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	ArgumentHint *string         `json:"argumentHint,omitempty"`
	Plugin       string          `json:"plugin"`
	Kind         CommandInfoKind `json:"kind"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CommandInfo) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CommandInfo) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CommandInfoKind: the member kind of CommandInfo.
type CommandInfoKind string

// Values of CommandInfoKind; others may come.
const (
	CommandInfoKindAction CommandInfoKind = "action"
	CommandInfoKindPrompt CommandInfoKind = "prompt"
)

// CommandList: the commands, in the load order of their plugins.
type CommandList struct {
	Commands []CommandInfo `json:"commands"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CommandList) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CommandList) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CommandResult: what a command came to: `text` is to be shown if it is an `action`, and to be
// prompted if it is a `prompt`, which always has one.
type CommandResult struct {
	Kind CommandResultKind `json:"kind"`
	Text *string           `json:"text,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CommandResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CommandResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CommandResultKind: the member kind of CommandResult.
type CommandResultKind string

// Values of CommandResultKind; others may come.
const (
	CommandResultKindAction CommandResultKind = "action"
	CommandResultKindPrompt CommandResultKind = "prompt"
)

// CommandRunParams: names a command, and what was typed behind its name.
type CommandRunParams struct {
	SessionID string  `json:"sessionId"`
	Name      string  `json:"name"`
	Args      *string `json:"args,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CommandRunParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CommandRunParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CommandsChanged: the commands that there are now, by name.
type CommandsChanged struct {
	Commands []string `json:"commands"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "commands_changed".
func (CommandsChanged) Type() string { return "commands_changed" }

func (CommandsChanged) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v CommandsChanged) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CommandsChanged) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// CommandsRegisterParams: registers commands for one session, or for all sessions of this connection.
type CommandsRegisterParams struct {
	Commands  []ClientCommand `json:"commands"`
	SessionID *string         `json:"sessionId,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CommandsRegisterParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CommandsRegisterParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CommandsRegisterResult: the names in force, and those refused.
type CommandsRegisterResult struct {
	Accepted []string   `json:"accepted"`
	Rejected []Rejected `json:"rejected"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CommandsRegisterResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CommandsRegisterResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CompactParams: what the summary should heed, if anything.
type CompactParams struct {
	SessionID    string  `json:"sessionId"`
	Instructions *string `json:"instructions,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CompactParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CompactParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CompactPayload: why the model is to be shown less.
type CompactPayload struct {
	Reason CompactionReason `json:"reason"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CompactPayload) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CompactPayload) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CompactResult: the size of the next request before and after, in tokens, and the id of the message
// that stands for those left out.
type CompactResult struct {
	TokensBefore int64  `json:"tokensBefore"`
	TokensAfter  int64  `json:"tokensAfter"`
	SummaryID    string `json:"summaryId"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CompactResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CompactResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CompactionEnd: what the model is shown is shorter now, or as it was if there is an `error`. Sizes
// are those of the next request, in tokens. `summaryId` is the message that stands for those left out;
// absent where short forms of old ones were enough.
type CompactionEnd struct {
	Reason       CompactionReason `json:"reason"`
	TokensBefore int64            `json:"tokensBefore"`
	TokensAfter  *int64           `json:"tokensAfter,omitempty"`
	SummaryID    *string          `json:"summaryId,omitempty"`
	Error        *ErrorInfo       `json:"error,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "compaction_end".
func (CompactionEnd) Type() string { return "compaction_end" }

func (CompactionEnd) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v CompactionEnd) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CompactionEnd) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// CompactionPayload: what a summary is to stand for: the ids of the messages in order, and the bodies
// of those this connection was not sent; the summary of all before them, what a person asked to be
// heeded, and the summary that a plugin before has supplied.
type CompactionPayload struct {
	Reason          CompactionReason `json:"reason"`
	MessageIDs      []string         `json:"messageIds"`
	Messages        []Message        `json:"messages"`
	PreviousSummary *string          `json:"previousSummary,omitempty"`
	Instructions    *string          `json:"instructions,omitempty"`
	Summary         *string          `json:"summary,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CompactionPayload) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CompactionPayload) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CompactionReason: why the model is shown less: by hand, because a request grew too large, or because
// the model refused one as too long.
type CompactionReason string

// Values of CompactionReason; others may come.
const (
	CompactionReasonManual    CompactionReason = "manual"
	CompactionReasonThreshold CompactionReason = "threshold"
	CompactionReasonOverflow  CompactionReason = "overflow"
)

// CompactionSettings: when what the model is shown is made shorter, and by how much, in tokens.
// `enabled`: by itself (true if absent). `reserveTokens` must stay free of the model's window (16384
// if absent, never more than half of it); `keepRecentTokens` of the newest messages stay as they are
// (20000 if absent).
type CompactionSettings struct {
	Enabled          *bool  `json:"enabled,omitempty"`
	ReserveTokens    *int64 `json:"reserveTokens,omitempty"`
	KeepRecentTokens *int64 `json:"keepRecentTokens,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CompactionSettings) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CompactionSettings) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// CompactionStart: what the model is shown is being made shorter; history stays whole.
type CompactionStart struct {
	Reason CompactionReason `json:"reason"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "compaction_start".
func (CompactionStart) Type() string { return "compaction_start" }

func (CompactionStart) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v CompactionStart) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CompactionStart) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// CompactionSummary: a summary, instead of asking the model for one.
type CompactionSummary struct {
	Summary string `json:"summary"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v CompactionSummary) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *CompactionSummary) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ContentBlock: one part of a message, told apart by `type`. It is one of TextBlock, ThinkingBlock,
// ToolCallBlock, ImageBlock, OpaqueBlock, or UnknownBlock.
type ContentBlock interface {
	// Type tells the variants apart.
	Type() string
	isContentBlock()
}

// UnknownBlock is what this version does not know of ContentBlock: Raw is the object as it came.
type UnknownBlock struct {
	OriginalType string
	Raw          json.RawMessage
}

// Type is the value that came.
func (v UnknownBlock) Type() string { return v.OriginalType }

func (UnknownBlock) isContentBlock() {}

// MarshalJSON writes the object as it came.
func (v UnknownBlock) MarshalJSON() ([]byte, error) { return v.Raw, nil }

// ParseContentBlock reads the wire form of one ContentBlock; what it does not know it keeps.
func ParseContentBlock(data []byte) (ContentBlock, error) {
	tag, err := stringMember(data, "type")
	if err != nil {
		return nil, err
	}
	switch tag {
	case "text":
		var v TextBlock
		err := v.UnmarshalJSON(data)
		return v, err
	case "thinking":
		var v ThinkingBlock
		err := v.UnmarshalJSON(data)
		return v, err
	case "tool_call":
		var v ToolCallBlock
		err := v.UnmarshalJSON(data)
		return v, err
	case "image":
		var v ImageBlock
		err := v.UnmarshalJSON(data)
		return v, err
	case "opaque":
		var v OpaqueBlock
		err := v.UnmarshalJSON(data)
		return v, err
	}
	if err := checkValid(data); err != nil {
		return nil, err
	}
	return UnknownBlock{tag, bytes.Clone(data)}, nil
}

// ContextPatch: a change to the messages of one request. A call and its result go together.
type ContextPatch struct {
	Prepend      []NewMessage            `json:"prepend,omitempty"`
	Append       []NewMessage            `json:"append,omitempty"`
	InsertBefore map[string][]NewMessage `json:"insertBefore,omitempty"`
	Replace      map[string]Message      `json:"replace,omitempty"`
	Drop         []string                `json:"drop,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ContextPatch) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ContextPatch) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ContextPayload: what a model is about to be shown: the ids of all messages in order, and the bodies
// of those this connection was not sent.
type ContextPayload struct {
	MessageIDs    []string      `json:"messageIds"`
	Messages      []Message     `json:"messages"`
	SystemPrompt  string        `json:"systemPrompt"`
	ThinkingLevel ThinkingLevel `json:"thinkingLevel"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ContextPayload) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ContextPayload) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// DeltaKind: which part of a message a delta belongs to.
type DeltaKind string

// Values of DeltaKind; others may come.
const (
	DeltaKindText     DeltaKind = "text"
	DeltaKindThinking DeltaKind = "thinking"
	DeltaKindToolCall DeltaKind = "tool_call"
	DeltaKindNone     DeltaKind = "none"
)

// Empty: Nothing.
type Empty struct {
	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v Empty) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Empty) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// EndReason: why a run ended.
type EndReason string

// Values of EndReason; others may come.
const (
	EndReasonStop       EndReason = "stop"
	EndReasonLength     EndReason = "length"
	EndReasonMaxTurns   EndReason = "max_turns"
	EndReasonBudget     EndReason = "budget"
	EndReasonGuard      EndReason = "guard"
	EndReasonRefusal    EndReason = "refusal"
	EndReasonTerminated EndReason = "terminated"
	EndReasonAborted    EndReason = "aborted"
	EndReasonError      EndReason = "error"
)

// EntriesParams: which page: `after` is the `next` of the page before; 100 entries if `limit` is
// absent.
type EntriesParams struct {
	SessionID string `json:"sessionId"`
	After     *int64 `json:"after,omitempty"`
	Limit     *int64 `json:"limit,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v EntriesParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *EntriesParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// EntriesResult: the entries in the order of writing, as many as were asked for and one message holds;
// `next` is set where more may follow.
type EntriesResult struct {
	Entries []Entry `json:"entries"`
	Next    *int64  `json:"next,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v EntriesResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *EntriesResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// Entry: one entry of a session's tree. `type` is open and says what `data` holds; a tool's message
// has its content in the `tool_execution` that `resultOf` names. `leftOut`: it is larger than a
// message may be, and came without its large parts; texts say how much is gone.
type Entry struct {
	ID       string         `json:"id"`
	ParentID *string        `json:"parentId"`
	Seq      int64          `json:"seq"`
	At       int64          `json:"at"`
	Type     string         `json:"type"`
	LeftOut  *bool          `json:"leftOut,omitempty"`
	Data     map[string]any `json:"data"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v Entry) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Entry) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ErrorEvent: what ends the run; `agent_end` follows.
type ErrorEvent struct {
	Error ErrorInfo `json:"error"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "error".
func (ErrorEvent) Type() string { return "error" }

func (ErrorEvent) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v ErrorEvent) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ErrorEvent) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// ErrorInfo: an error as plain data. `code` is UPPER_SNAKE and open.
type ErrorInfo struct {
	Code         string         `json:"code"`
	Message      string         `json:"message"`
	Retryable    bool           `json:"retryable"`
	Status       *int64         `json:"status,omitempty"`
	RetryAfterMs *int64         `json:"retryAfterMs,omitempty"`
	Data         map[string]any `json:"data,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ErrorInfo) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ErrorInfo) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ForkParams: the last entry that the fork has: where the session stands if it is absent.
type ForkParams struct {
	SessionID string  `json:"sessionId"`
	EntryID   *string `json:"entryId,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ForkParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ForkParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ForkPayload: the last entry of the fork, null for none, and the id that it will have.
type ForkPayload struct {
	EntryID      *string `json:"entryId"`
	NewSessionID string  `json:"newSessionId"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ForkPayload) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ForkPayload) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ForkResult: the new session.
type ForkResult struct {
	SessionID string `json:"sessionId"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ForkResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ForkResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// Gap: what a subscriber gets instead of events that are no longer there: the numbers missed, both
// included, and where the session stands. A connection has one place in the stream: where one loop
// asks for earlier events, `from` may be what another has had.
type Gap struct {
	From  int64        `json:"from"`
	To    int64        `json:"to"`
	State SessionState `json:"state"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "gap".
func (Gap) Type() string { return "gap" }

func (Gap) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v Gap) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Gap) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// Goal: what a session works towards by itself, run after run, while it is `active`. `reason` says why
// it is not.
type Goal struct {
	Text   string      `json:"text"`
	Status GoalStatus  `json:"status"`
	Budget *GoalBudget `json:"budget,omitempty"`
	Used   GoalUse     `json:"used"`
	Reason *string     `json:"reason,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v Goal) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Goal) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// GoalAction: what to do with a goal: `create` needs `text` and may bring a `budget`, `block` needs a
// `reason`, the others need nothing more.
type GoalAction struct {
	Action GoalActionAction `json:"action"`
	Text   *string          `json:"text,omitempty"`
	Budget *GoalBudget      `json:"budget,omitempty"`
	Reason *string          `json:"reason,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v GoalAction) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *GoalAction) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// GoalActionAction: the member action of GoalAction.
type GoalActionAction string

// Values of GoalActionAction; others may come.
const (
	GoalActionActionCreate   GoalActionAction = "create"
	GoalActionActionPause    GoalActionAction = "pause"
	GoalActionActionResume   GoalActionAction = "resume"
	GoalActionActionComplete GoalActionAction = "complete"
	GoalActionActionBlock    GoalActionAction = "block"
	GoalActionActionClear    GoalActionAction = "clear"
)

// GoalBudget: what the goal's own runs may use together: tokens of all kinds, US dollars, runs. Absent
// means no bound; a goal that is created without a bound of runs has 50.
type GoalBudget struct {
	Tokens  *int64   `json:"tokens,omitempty"`
	CostUSD *float64 `json:"costUsd,omitempty"`
	Runs    *int64   `json:"runs,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v GoalBudget) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *GoalBudget) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// GoalStatus: where a goal stands.
type GoalStatus string

// Values of GoalStatus; others may come.
const (
	GoalStatusActive        GoalStatus = "active"
	GoalStatusPaused        GoalStatus = "paused"
	GoalStatusComplete      GoalStatus = "complete"
	GoalStatusBlocked       GoalStatus = "blocked"
	GoalStatusBudgetLimited GoalStatus = "budget_limited"
	GoalStatusUsageLimited  GoalStatus = "usage_limited"
)

// GoalUpdated: the goal was changed, or has used more of its budget; null is none.
type GoalUpdated struct {
	Goal *Goal `json:"goal"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "goal_updated".
func (GoalUpdated) Type() string { return "goal_updated" }

func (GoalUpdated) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v GoalUpdated) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *GoalUpdated) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// GoalUse: what the goal's own runs have used; what a person asks for in between is not counted.
type GoalUse struct {
	Tokens  int64   `json:"tokens"`
	CostUSD float64 `json:"costUsd"`
	Runs    int64   `json:"runs"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v GoalUse) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *GoalUse) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// GuardDecision: who was asked about a tool call or a step of the session, what came back, and how
// long it took.
type GuardDecision struct {
	By         string              `json:"by"`
	HookID     string              `json:"hookId"`
	Answer     GuardDecisionAnswer `json:"answer"`
	Reason     *string             `json:"reason,omitempty"`
	Cause      GuardDecisionCause  `json:"cause"`
	DurationMs int64               `json:"durationMs"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v GuardDecision) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *GuardDecision) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// GuardDecisionAnswer: the member answer of GuardDecision.
type GuardDecisionAnswer string

// Values of GuardDecisionAnswer; others may come.
const (
	GuardDecisionAnswerAllow GuardDecisionAnswer = "allow"
	GuardDecisionAnswerBlock GuardDecisionAnswer = "block"
)

// GuardDecisionCause: the member cause of GuardDecision.
type GuardDecisionCause string

// Values of GuardDecisionCause; others may come.
const (
	GuardDecisionCausePolicy     GuardDecisionCause = "policy"
	GuardDecisionCauseUser       GuardDecisionCause = "user"
	GuardDecisionCauseTimeout    GuardDecisionCause = "timeout"
	GuardDecisionCauseCrash      GuardDecisionCause = "crash"
	GuardDecisionCauseDisconnect GuardDecisionCause = "disconnect"
	GuardDecisionCauseInvalid    GuardDecisionCause = "invalid"
	GuardDecisionCauseDefault    GuardDecisionCause = "default"
)

// HookCallParams: the server asks a hook. `payload` is a ToolCallInfo at `tool_call` and `tool_args`,
// a ToolResultPayload at `tool_result`, a SystemPromptPayload, ContextPayload or ModelRequestPayload
// at the point of that name, an InputPayload at `input`, a NavigatePayload, ForkPayload or
// CompactPayload at `session_before_navigate`, `session_before_fork` and `session_before_compact`, a
// CompactionPayload at `compaction`, nothing at `session_before_delete`, `session_start` and
// `session_shutdown`, and the whole event where one is observed; a `message_update` has no `message`
// there.
type HookCallParams struct {
	HookID    string         `json:"hookId"`
	SessionID string         `json:"sessionId"`
	Point     HookPoint      `json:"point"`
	Payload   map[string]any `json:"payload"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v HookCallParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *HookCallParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// HookInfo: a hook in force.
type HookInfo struct {
	HookID    string            `json:"hookId"`
	Point     string            `json:"point"`
	OnFailure HookInfoOnFailure `json:"onFailure,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v HookInfo) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *HookInfo) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// HookInfoOnFailure: the member onFailure of HookInfo.
type HookInfoOnFailure string

// Values of HookInfoOnFailure; others may come.
const (
	HookInfoOnFailureDeny  HookInfoOnFailure = "deny"
	HookInfoOnFailureAllow HookInfoOnFailure = "allow"
)

// HookPoint: where a client may interfere, or look on: the points of a plugin. Every event is a point
// of its own, to observe.
type HookPoint string

// Values of HookPoint; others may come.
const (
	HookPointInput                 HookPoint = "input"
	HookPointToolArgs              HookPoint = "tool_args"
	HookPointToolCall              HookPoint = "tool_call"
	HookPointToolResult            HookPoint = "tool_result"
	HookPointSystemPrompt          HookPoint = "system_prompt"
	HookPointContext               HookPoint = "context"
	HookPointModelRequest          HookPoint = "model_request"
	HookPointSessionBeforeNavigate HookPoint = "session_before_navigate"
	HookPointSessionBeforeFork     HookPoint = "session_before_fork"
	HookPointSessionBeforeCompact  HookPoint = "session_before_compact"
	HookPointSessionBeforeDelete   HookPoint = "session_before_delete"
	HookPointCompaction            HookPoint = "compaction"
	HookPointSessionStart          HookPoint = "session_start"
	HookPointSessionShutdown       HookPoint = "session_shutdown"
	HookPointAgentStart            HookPoint = "agent_start"
	HookPointTurnStart             HookPoint = "turn_start"
	HookPointMessageStart          HookPoint = "message_start"
	HookPointMessageUpdate         HookPoint = "message_update"
	HookPointMessageEnd            HookPoint = "message_end"
	HookPointToolExecutionStart    HookPoint = "tool_execution_start"
	HookPointToolExecutionUpdate   HookPoint = "tool_execution_update"
	HookPointToolExecutionEnd      HookPoint = "tool_execution_end"
	HookPointTurnEnd               HookPoint = "turn_end"
	HookPointRetry                 HookPoint = "retry"
	HookPointError                 HookPoint = "error"
	HookPointAgentEnd              HookPoint = "agent_end"
	HookPointQueueUpdate           HookPoint = "queue_update"
	HookPointModelChanged          HookPoint = "model_changed"
	HookPointThinkingLevelChanged  HookPoint = "thinking_level_changed"
	HookPointToolsChanged          HookPoint = "tools_changed"
	HookPointAutoRetryStart        HookPoint = "auto_retry_start"
	HookPointAutoRetryEnd          HookPoint = "auto_retry_end"
	HookPointSessionInfoChanged    HookPoint = "session_info_changed"
	HookPointBranchChanged         HookPoint = "branch_changed"
	HookPointCommandsChanged       HookPoint = "commands_changed"
	HookPointCompactionStart       HookPoint = "compaction_start"
	HookPointCompactionEnd         HookPoint = "compaction_end"
	HookPointGoalUpdated           HookPoint = "goal_updated"
	HookPointToolDecision          HookPoint = "tool_decision"
	HookPointSessionDecision       HookPoint = "session_decision"
	HookPointPluginError           HookPoint = "plugin_error"
	HookPointPluginStatus          HookPoint = "plugin_status"
	HookPointSessionError          HookPoint = "session_error"
	HookPointNotice                HookPoint = "notice"
	HookPointUiRequest             HookPoint = "ui_request"
	HookPointUiResolved            HookPoint = "ui_resolved"
	HookPointSessionIdle           HookPoint = "session_idle"
	HookPointSessionEnd            HookPoint = "session_end"
)

// HookSpec: one hook. `timeoutMs` is what it has to answer, 0 for no limit: for one that asks a
// person. `onFailure` is for a veto: what a failing guard means, `deny` if absent. `required` is for a
// transform: its failure ends the run.
type HookSpec struct {
	HookID    string            `json:"hookId"`
	Point     HookPoint         `json:"point"`
	TimeoutMs *int64            `json:"timeoutMs,omitempty"`
	OnFailure HookSpecOnFailure `json:"onFailure,omitempty"`
	Required  *bool             `json:"required,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v HookSpec) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *HookSpec) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// HookSpecOnFailure: the member onFailure of HookSpec.
type HookSpecOnFailure string

// Values of HookSpecOnFailure; others may come.
const (
	HookSpecOnFailureDeny  HookSpecOnFailure = "deny"
	HookSpecOnFailureAllow HookSpecOnFailure = "allow"
)

// HookValue: a transform's answer at every point: a ContextPatch at `context`, the new messages at
// `input` (a list of NewMessage), the new text at `system_prompt`, the new arguments at `tool_args`, a
// ToolResultPatch at `tool_result`, a ModelRequestPatch at `model_request`, a CompactionSummary at
// `compaction`.
type HookValue struct {
	Value json.RawMessage `json:"value"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v HookValue) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *HookValue) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// HooksRegisterParams: registers hooks for one session, or for all sessions of this connection.
type HooksRegisterParams struct {
	Hooks     []HookSpec `json:"hooks"`
	SessionID *string    `json:"sessionId,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v HooksRegisterParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *HooksRegisterParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// HooksRegisterResult: the hooks in force, with the terms in force, and those refused.
type HooksRegisterResult struct {
	Accepted []HookSpec `json:"accepted"`
	Rejected []Rejected `json:"rejected"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v HooksRegisterResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *HooksRegisterResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ImageBlock: an image: base64 `data`, or a `url`.
type ImageBlock struct {
	MimeType string  `json:"mimeType"`
	Data     *string `json:"data,omitempty"`
	URL      *string `json:"url,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "image".
func (ImageBlock) Type() string { return "image" }

func (ImageBlock) isContentBlock() {}

// MarshalJSON writes the wire form, unknown members included.
func (v ImageBlock) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ImageBlock) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// InitializeParams: the first request of a connection. A client that can ask a person sets
// `capabilities.ui`.
type InitializeParams struct {
	ClientInfo      ClientInfo     `json:"clientInfo"`
	ProtocolVersion VersionWindow  `json:"protocolVersion"`
	Capabilities    map[string]any `json:"capabilities,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v InitializeParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *InitializeParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// InitializeResult: who answers, the version both speak, and the limits in force. `maxFrameBytes`
// bounds one message either way.
type InitializeResult struct {
	ServerInfo      ClientInfo     `json:"serverInfo"`
	ProtocolVersion int64          `json:"protocolVersion"`
	Capabilities    map[string]any `json:"capabilities"`
	Limits          Limits         `json:"limits"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v InitializeResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *InitializeResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// InputPayload: what a person says, before it is queued or run. `how`: it is to begin a run, or to
// wait in the one that is live, where it is one message.
type InputPayload struct {
	Messages []Message       `json:"messages"`
	How      InputPayloadHow `json:"how"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v InputPayload) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *InputPayload) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// InputPayloadHow: the member how of InputPayload.
type InputPayloadHow string

// Values of InputPayloadHow; others may come.
const (
	InputPayloadHowPrompt   InputPayloadHow = "prompt"
	InputPayloadHowSteer    InputPayloadHow = "steer"
	InputPayloadHowFollowUp InputPayloadHow = "follow_up"
)

// LabelParams: the label of an entry; null is none.
type LabelParams struct {
	SessionID string  `json:"sessionId"`
	EntryID   string  `json:"entryId"`
	Label     *string `json:"label"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v LabelParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *LabelParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// Limits: the limits in force.
type Limits struct {
	MaxFrameBytes int64 `json:"maxFrameBytes"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v Limits) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Limits) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// Message: one entry of history, told apart by `role`; a role that begins with `custom:` is a
// program's own. It is one of UserMessage, AssistantMessage, ToolMessage, or UnknownMessage.
type Message interface {
	// Role tells the variants apart.
	Role() string
	isMessage()
	isNewMessage()
}

// UnknownMessage is what this version does not know of Message: Raw is the object as it came.
type UnknownMessage struct {
	OriginalRole string
	Raw          json.RawMessage
}

// Role is the value that came.
func (v UnknownMessage) Role() string { return v.OriginalRole }

func (UnknownMessage) isMessage() {}

func (UnknownMessage) isNewMessage() {}

// MarshalJSON writes the object as it came.
func (v UnknownMessage) MarshalJSON() ([]byte, error) { return v.Raw, nil }

// ParseMessage reads the wire form of one Message; what it does not know it keeps.
func ParseMessage(data []byte) (Message, error) {
	tag, err := stringMember(data, "role")
	if err != nil {
		return nil, err
	}
	switch tag {
	case "user":
		var v UserMessage
		err := v.UnmarshalJSON(data)
		return v, err
	case "assistant":
		var v AssistantMessage
		err := v.UnmarshalJSON(data)
		return v, err
	case "tool":
		var v ToolMessage
		err := v.UnmarshalJSON(data)
		return v, err
	}
	if err := checkValid(data); err != nil {
		return nil, err
	}
	return UnknownMessage{tag, bytes.Clone(data)}, nil
}

// MessageEnd: a message is complete. `message` is absent if its start was never sent to this client;
// `discarded`: it never enters history.
type MessageEnd struct {
	MessageID string  `json:"messageId"`
	Message   Message `json:"message,omitempty"`
	Discarded bool    `json:"discarded,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "message_end".
func (MessageEnd) Type() string { return "message_end" }

func (MessageEnd) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v MessageEnd) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *MessageEnd) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// MessageStart: a message begins: whole for every role but the assistant.
type MessageStart struct {
	Message Message `json:"message"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "message_start".
func (MessageStart) Type() string { return "message_start" }

func (MessageStart) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v MessageStart) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *MessageStart) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// MessageUpdate: a streamed piece of an assistant message; `message` is the whole message so far.
type MessageUpdate struct {
	Delta        string          `json:"delta"`
	DeltaKind    DeltaKind       `json:"deltaKind"`
	ContentIndex int64           `json:"contentIndex"`
	Block        ContentBlock    `json:"block,omitempty"`
	Chunk        json.RawMessage `json:"chunk,omitempty"`

	// message is set by whoever builds the value; it is called once for each read.
	message func() AssistantMessage

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "message_update".
func (MessageUpdate) Type() string { return "message_update" }

func (MessageUpdate) isSessionEvent() {}

// Message is built when it is read, and is no part of the JSON form; the zero value if it was neither sent nor built.
func (v MessageUpdate) Message() AssistantMessage {
	if v.message == nil {
		return AssistantMessage{}
	}
	return v.message()
}

// MarshalJSON writes the wire form, unknown members included.
func (v MessageUpdate) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *MessageUpdate) UnmarshalJSON(data []byte) error {
	if err := unmarshalMembers(data, v, &v.Extra, "type"); err != nil {
		return err
	}
	return takeMember(v.Extra, "message", &v.message)
}

// ModelCapabilities: what a model can do.
type ModelCapabilities struct {
	Thinking bool `json:"thinking"`
	Images   bool `json:"images"`
	Tools    bool `json:"tools"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ModelCapabilities) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ModelCapabilities) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ModelChanged: the model was changed.
type ModelChanged struct {
	From ModelRef `json:"from"`
	To   ModelRef `json:"to"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "model_changed".
func (ModelChanged) Type() string { return "model_changed" }

func (ModelChanged) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v ModelChanged) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ModelChanged) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// ModelInfo: a model; the windows are in tokens.
type ModelInfo struct {
	Provider        string            `json:"provider"`
	ID              string            `json:"id"`
	Name            *string           `json:"name,omitempty"`
	ContextWindow   int64             `json:"contextWindow"`
	MaxOutputTokens int64             `json:"maxOutputTokens"`
	Capabilities    ModelCapabilities `json:"capabilities"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ModelInfo) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ModelInfo) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ModelList: the models to choose from; `default` is what a session gets that asks for none.
type ModelList struct {
	Models  []ModelInfo `json:"models"`
	Default *ModelRef   `json:"default,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ModelList) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ModelList) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ModelRef: names one model of one provider.
type ModelRef struct {
	Provider string `json:"provider"`
	ID       string `json:"id"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ModelRef) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ModelRef) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ModelRequestPatch: what of a request is changed; `tools` names those that the model is still told
// of.
type ModelRequestPatch struct {
	SystemPrompt  *string       `json:"systemPrompt,omitempty"`
	ThinkingLevel ThinkingLevel `json:"thinkingLevel,omitempty"`
	Tools         []string      `json:"tools,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ModelRequestPatch) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ModelRequestPatch) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ModelRequestPayload: the request as the model will get it, after all else: the ids of all messages
// in order, and the bodies of those this connection was not sent.
type ModelRequestPayload struct {
	MessageIDs    []string      `json:"messageIds"`
	Messages      []Message     `json:"messages"`
	SystemPrompt  string        `json:"systemPrompt"`
	ThinkingLevel ThinkingLevel `json:"thinkingLevel"`
	Tools         []OfferedTool `json:"tools"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ModelRequestPayload) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ModelRequestPayload) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// NavigateParams: the entry to go on behind; null stands for the beginning.
type NavigateParams struct {
	SessionID string  `json:"sessionId"`
	EntryID   *string `json:"entryId"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v NavigateParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *NavigateParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// NavigatePayload: the entry that the session is to go on behind; null is its beginning.
type NavigatePayload struct {
	EntryID *string `json:"entryId"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v NavigatePayload) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *NavigatePayload) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// NewMessage: a whole message, or a text that becomes a user message. It is either NewMessageText or
// Message.
type NewMessage interface{ isNewMessage() }

// NewMessageText is a NewMessage given as text.
type NewMessageText string

func (NewMessageText) isNewMessage() {}

// ParseNewMessage reads the wire form of one NewMessage.
func ParseNewMessage(data []byte) (NewMessage, error) {
	var text string
	if json.Unmarshal(data, &text) == nil {
		return NewMessageText(text), nil
	}
	return ParseMessage(data)
}

// Notice: something worth telling a person.
type Notice struct {
	Level   NoticeLevel `json:"level"`
	Message string      `json:"message"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "notice".
func (Notice) Type() string { return "notice" }

func (Notice) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v Notice) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Notice) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// NoticeLevel: the member level of Notice.
type NoticeLevel string

// Values of NoticeLevel; others may come.
const (
	NoticeLevelInfo    NoticeLevel = "info"
	NoticeLevelWarning NoticeLevel = "warning"
)

// OfferedTool: a tool as the model is told of it. `jsonSchema` describes its arguments.
type OfferedTool struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	JSONSchema  map[string]any `json:"jsonSchema"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v OfferedTool) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *OfferedTool) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// OpaqueBlock: a provider's block that this version does not know, kept verbatim.
type OpaqueBlock struct {
	Provider string          `json:"provider"`
	Data     json.RawMessage `json:"data"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "opaque".
func (OpaqueBlock) Type() string { return "opaque" }

func (OpaqueBlock) isContentBlock() {}

// MarshalJSON writes the wire form, unknown members included.
func (v OpaqueBlock) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *OpaqueBlock) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// PluginError: a plugin failed in one hook; everybody else goes on.
type PluginError struct {
	Plugin  string `json:"plugin"`
	Hook    string `json:"hook"`
	Message string `json:"message"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "plugin_error".
func (PluginError) Type() string { return "plugin_error" }

func (PluginError) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v PluginError) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *PluginError) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// PluginInfo: a plugin: its state, its hooks that interfere, and its last error.
type PluginInfo struct {
	Name      string           `json:"name"`
	Source    string           `json:"source"`
	Status    PluginInfoStatus `json:"status"`
	Hooks     []HookInfo       `json:"hooks"`
	LastError *string          `json:"lastError,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v PluginInfo) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *PluginInfo) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// PluginInfoStatus: the member status of PluginInfo.
type PluginInfoStatus string

// Values of PluginInfoStatus; others may come.
const (
	PluginInfoStatusLoaded      PluginInfoStatus = "loaded"
	PluginInfoStatusFailed      PluginInfoStatus = "failed"
	PluginInfoStatusQuarantined PluginInfoStatus = "quarantined"
	PluginInfoStatusLost        PluginInfoStatus = "lost"
	PluginInfoStatusUnloaded    PluginInfoStatus = "unloaded"
)

// PluginList: the plugins, in load order.
type PluginList struct {
	Plugins []PluginInfo `json:"plugins"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v PluginList) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *PluginList) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// PluginLoadParams: an absolute path of a file or folder that holds a plugin.
type PluginLoadParams struct {
	Path string `json:"path"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v PluginLoadParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *PluginLoadParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// PluginParams: names a plugin.
type PluginParams struct {
	Name string `json:"name"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v PluginParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *PluginParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// PluginResult: what became of the plugin; one that could not be set up is `failed`, with its error.
type PluginResult struct {
	Plugin PluginInfo `json:"plugin"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v PluginResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *PluginResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// PluginStatus: a plugin came or went; a `lost` guard stays as a shut gate.
type PluginStatus struct {
	Plugin  string             `json:"plugin"`
	Status  PluginStatusStatus `json:"status"`
	Message *string            `json:"message,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "plugin_status".
func (PluginStatus) Type() string { return "plugin_status" }

func (PluginStatus) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v PluginStatus) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *PluginStatus) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// PluginStatusStatus: the member status of PluginStatus.
type PluginStatusStatus string

// Values of PluginStatusStatus; others may come.
const (
	PluginStatusStatusLoaded      PluginStatusStatus = "loaded"
	PluginStatusStatusQuarantined PluginStatusStatus = "quarantined"
	PluginStatusStatusLost        PluginStatusStatus = "lost"
	PluginStatusStatusUnloaded    PluginStatusStatus = "unloaded"
)

// ProgressParams: what a client's tool says while it runs. What is none is logged, shown to nobody,
// and fails the call of the tool.
type ProgressParams struct {
	Token string       `json:"token"`
	Value ToolProgress `json:"value"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ProgressParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ProgressParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// PromptParams: starts a run with `text` or `content` (exactly one). The caller mints `promptId`.
// `whenBusy` says what becomes of it while a run is live. `model`, `thinkingLevel` and `tools` (the
// only ones offered) hold for its run alone; a prompt with any of them never joins a live run.
type PromptParams struct {
	SessionID     string         `json:"sessionId"`
	PromptID      string         `json:"promptId"`
	Text          *string        `json:"text,omitempty"`
	Content       []ContentBlock `json:"content,omitempty"`
	Model         *ModelRef      `json:"model,omitempty"`
	ThinkingLevel ThinkingLevel  `json:"thinkingLevel,omitempty"`
	Tools         []string       `json:"tools,omitempty"`
	WhenBusy      WhenBusy       `json:"whenBusy,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v PromptParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *PromptParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// PromptResult: the run that answered the prompt, after all its events. `queued` instead: the run
// ended without taking it, the item waits for the next.
type PromptResult struct {
	PromptID string      `json:"promptId"`
	RunID    *string     `json:"runId,omitempty"`
	Summary  *RunSummary `json:"summary,omitempty"`
	Queued   *string     `json:"queued,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v PromptResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *PromptResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// QuestionOption: what a person may choose; it is shown as `label`, or as its `value` if it has none.
type QuestionOption struct {
	Value string  `json:"value"`
	Label *string `json:"label,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v QuestionOption) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *QuestionOption) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// QueueItem: a message that waits for its turn; `id` is the id its message will have.
type QueueItem struct {
	ID   string `json:"id"`
	Text string `json:"text"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v QueueItem) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *QueueItem) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// QueueList: what waits: steering is taken after the next tool or turn, a follow-up when the run would
// stop.
type QueueList struct {
	Steering []QueueItem `json:"steering"`
	FollowUp []QueueItem `json:"followUp"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v QueueList) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *QueueList) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// QueueRemoveParams: names waiting messages.
type QueueRemoveParams struct {
	SessionID string   `json:"sessionId"`
	ItemIDs   []string `json:"itemIds"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v QueueRemoveParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *QueueRemoveParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// QueueRemoved: the messages that did wait and wait no more.
type QueueRemoved struct {
	Removed []string `json:"removed"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v QueueRemoved) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *QueueRemoved) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// QueueUpdate: the waiting messages changed.
type QueueUpdate struct {
	Steering []QueueItem `json:"steering"`
	FollowUp []QueueItem `json:"followUp"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "queue_update".
func (QueueUpdate) Type() string { return "queue_update" }

func (QueueUpdate) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v QueueUpdate) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *QueueUpdate) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// Rejected: what was not registered, and why.
type Rejected struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v Rejected) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Rejected) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// RenameParams: the name of a session; null is none.
type RenameParams struct {
	SessionID string  `json:"sessionId"`
	Name      *string `json:"name"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v RenameParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *RenameParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// Retry: the model is called again after `delayMs`.
type Retry struct {
	Attempt     int64     `json:"attempt"`
	MaxAttempts int64     `json:"maxAttempts"`
	DelayMs     int64     `json:"delayMs"`
	Error       ErrorInfo `json:"error"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "retry".
func (Retry) Type() string { return "retry" }

func (Retry) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v Retry) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Retry) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// RetryScope: what is tried again: a call of the model, or the run whose calls failed to the last try.
type RetryScope string

// Values of RetryScope; others may come.
const (
	RetryScopeCall RetryScope = "call"
	RetryScopeRun  RetryScope = "run"
)

// Rewrite: a hook that gave a call other arguments, and how long it took.
type Rewrite struct {
	By         string `json:"by"`
	HookID     string `json:"hookId"`
	DurationMs int64  `json:"durationMs"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v Rewrite) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Rewrite) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// RunSummary: facts of a run.
type RunSummary struct {
	TurnCount  int64      `json:"turnCount"`
	ToolCalls  int64      `json:"toolCalls"`
	ToolErrors int64      `json:"toolErrors"`
	EndReason  EndReason  `json:"endReason"`
	Usage      Usage      `json:"usage"`
	DurationMs int64      `json:"durationMs"`
	Error      *ErrorInfo `json:"error,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v RunSummary) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *RunSummary) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ServerStatus: how the server fares. `memoryBytes` is what the process occupies.
type ServerStatus struct {
	Version     string `json:"version"`
	Pid         int64  `json:"pid"`
	UptimeMs    int64  `json:"uptimeMs"`
	MemoryBytes int64  `json:"memoryBytes"`
	Clients     int64  `json:"clients"`
	Sessions    int64  `json:"sessions"`
	Runs        int64  `json:"runs"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ServerStatus) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ServerStatus) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SessionCreateParams: makes a session and subscribes the caller. `cwd` is an absolute path, the
// server's own folder if absent; `model` the default if absent.
type SessionCreateParams struct {
	Cwd           *string             `json:"cwd,omitempty"`
	Model         *ModelRef           `json:"model,omitempty"`
	ThinkingLevel ThinkingLevel       `json:"thinkingLevel,omitempty"`
	SystemPrompt  *string             `json:"systemPrompt,omitempty"`
	MaxTurns      *int64              `json:"maxTurns,omitempty"`
	Budget        *Budget             `json:"budget,omitempty"`
	Compaction    *CompactionSettings `json:"compaction,omitempty"`
	Snapshots     *bool               `json:"snapshots,omitempty"`
	Chunks        *bool               `json:"chunks,omitempty"`
	Types         []string            `json:"types,omitempty"`
	WindowBytes   *int64              `json:"windowBytes,omitempty"`
	Acknowledge   *bool               `json:"acknowledge,omitempty"`
	WhenFull      WhenFull            `json:"whenFull,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionCreateParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionCreateParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SessionDecision: everybody who was asked about something that the session is about to do to itself.
type SessionDecision struct {
	Point     SessionDecisionPoint  `json:"point"`
	Answer    SessionDecisionAnswer `json:"answer"`
	Decisions []GuardDecision       `json:"decisions"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "session_decision".
func (SessionDecision) Type() string { return "session_decision" }

func (SessionDecision) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionDecision) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionDecision) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// SessionDecisionPoint: the member point of SessionDecision.
type SessionDecisionPoint string

// Values of SessionDecisionPoint; others may come.
const (
	SessionDecisionPointSessionBeforeNavigate SessionDecisionPoint = "session_before_navigate"
	SessionDecisionPointSessionBeforeFork     SessionDecisionPoint = "session_before_fork"
	SessionDecisionPointSessionBeforeCompact  SessionDecisionPoint = "session_before_compact"
	SessionDecisionPointSessionBeforeDelete   SessionDecisionPoint = "session_before_delete"
)

// SessionDecisionAnswer: the member answer of SessionDecision.
type SessionDecisionAnswer string

// Values of SessionDecisionAnswer; others may come.
const (
	SessionDecisionAnswerAllow SessionDecisionAnswer = "allow"
	SessionDecisionAnswerBlock SessionDecisionAnswer = "block"
)

// SessionEnd: the session is over here: the last event of every subscription to it, whatever it asked
// for. One that was not deleted may be opened again.
type SessionEnd struct {
	Reason SessionEndReason `json:"reason"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "session_end".
func (SessionEnd) Type() string { return "session_end" }

func (SessionEnd) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionEnd) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionEnd) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// SessionEndReason: why a session is over: somebody closed it, or had it deleted, or the server ends.
type SessionEndReason string

// Values of SessionEndReason; others may come.
const (
	SessionEndReasonClosed   SessionEndReason = "closed"
	SessionEndReasonDeleted  SessionEndReason = "deleted"
	SessionEndReasonShutdown SessionEndReason = "shutdown"
)

// SessionErrorEvent: something failed beside the run.
type SessionErrorEvent struct {
	Error ErrorInfo `json:"error"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "session_error".
func (SessionErrorEvent) Type() string { return "session_error" }

func (SessionErrorEvent) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionErrorEvent) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionErrorEvent) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// SessionEvent: all that a session says, told apart by `type`. It is one of MessageStart,
// MessageUpdate, MessageEnd, TurnEnd, AgentEnd, AgentStart, TurnStart, ToolExecutionStart,
// ToolExecutionUpdate, ToolExecutionEnd, Retry, ErrorEvent, QueueUpdate, ModelChanged,
// ThinkingLevelChanged, ToolsChanged, AutoRetryStart, AutoRetryEnd, SessionInfoChanged, BranchChanged,
// CommandsChanged, CompactionStart, CompactionEnd, GoalUpdated, ToolDecision, SessionDecision,
// PluginError, PluginStatus, SessionErrorEvent, Notice, UiRequest, UiResolved, SessionIdle,
// SessionEnd, Gap, or UnknownEvent.
type SessionEvent interface {
	// Type tells the variants apart.
	Type() string
	isSessionEvent()
}

// UnknownEvent is what this version does not know of SessionEvent: Raw is the object as it came.
type UnknownEvent struct {
	OriginalType string
	Raw          json.RawMessage
}

// Type is the value that came.
func (v UnknownEvent) Type() string { return v.OriginalType }

func (UnknownEvent) isSessionEvent() {}

// MarshalJSON writes the object as it came.
func (v UnknownEvent) MarshalJSON() ([]byte, error) { return v.Raw, nil }

// ParseSessionEvent reads the wire form of one SessionEvent; what it does not know it keeps.
func ParseSessionEvent(data []byte) (SessionEvent, error) {
	tag, err := stringMember(data, "type")
	if err != nil {
		return nil, err
	}
	switch tag {
	case "message_start":
		var v MessageStart
		err := v.UnmarshalJSON(data)
		return v, err
	case "message_update":
		var v MessageUpdate
		err := v.UnmarshalJSON(data)
		return v, err
	case "message_end":
		var v MessageEnd
		err := v.UnmarshalJSON(data)
		return v, err
	case "turn_end":
		var v TurnEnd
		err := v.UnmarshalJSON(data)
		return v, err
	case "agent_end":
		var v AgentEnd
		err := v.UnmarshalJSON(data)
		return v, err
	case "agent_start":
		var v AgentStart
		err := v.UnmarshalJSON(data)
		return v, err
	case "turn_start":
		var v TurnStart
		err := v.UnmarshalJSON(data)
		return v, err
	case "tool_execution_start":
		var v ToolExecutionStart
		err := v.UnmarshalJSON(data)
		return v, err
	case "tool_execution_update":
		var v ToolExecutionUpdate
		err := v.UnmarshalJSON(data)
		return v, err
	case "tool_execution_end":
		var v ToolExecutionEnd
		err := v.UnmarshalJSON(data)
		return v, err
	case "retry":
		var v Retry
		err := v.UnmarshalJSON(data)
		return v, err
	case "error":
		var v ErrorEvent
		err := v.UnmarshalJSON(data)
		return v, err
	case "queue_update":
		var v QueueUpdate
		err := v.UnmarshalJSON(data)
		return v, err
	case "model_changed":
		var v ModelChanged
		err := v.UnmarshalJSON(data)
		return v, err
	case "thinking_level_changed":
		var v ThinkingLevelChanged
		err := v.UnmarshalJSON(data)
		return v, err
	case "tools_changed":
		var v ToolsChanged
		err := v.UnmarshalJSON(data)
		return v, err
	case "auto_retry_start":
		var v AutoRetryStart
		err := v.UnmarshalJSON(data)
		return v, err
	case "auto_retry_end":
		var v AutoRetryEnd
		err := v.UnmarshalJSON(data)
		return v, err
	case "session_info_changed":
		var v SessionInfoChanged
		err := v.UnmarshalJSON(data)
		return v, err
	case "branch_changed":
		var v BranchChanged
		err := v.UnmarshalJSON(data)
		return v, err
	case "commands_changed":
		var v CommandsChanged
		err := v.UnmarshalJSON(data)
		return v, err
	case "compaction_start":
		var v CompactionStart
		err := v.UnmarshalJSON(data)
		return v, err
	case "compaction_end":
		var v CompactionEnd
		err := v.UnmarshalJSON(data)
		return v, err
	case "goal_updated":
		var v GoalUpdated
		err := v.UnmarshalJSON(data)
		return v, err
	case "tool_decision":
		var v ToolDecision
		err := v.UnmarshalJSON(data)
		return v, err
	case "session_decision":
		var v SessionDecision
		err := v.UnmarshalJSON(data)
		return v, err
	case "plugin_error":
		var v PluginError
		err := v.UnmarshalJSON(data)
		return v, err
	case "plugin_status":
		var v PluginStatus
		err := v.UnmarshalJSON(data)
		return v, err
	case "session_error":
		var v SessionErrorEvent
		err := v.UnmarshalJSON(data)
		return v, err
	case "notice":
		var v Notice
		err := v.UnmarshalJSON(data)
		return v, err
	case "ui_request":
		var v UiRequest
		err := v.UnmarshalJSON(data)
		return v, err
	case "ui_resolved":
		var v UiResolved
		err := v.UnmarshalJSON(data)
		return v, err
	case "session_idle":
		var v SessionIdle
		err := v.UnmarshalJSON(data)
		return v, err
	case "session_end":
		var v SessionEnd
		err := v.UnmarshalJSON(data)
		return v, err
	case "gap":
		var v Gap
		err := v.UnmarshalJSON(data)
		return v, err
	}
	if err := checkValid(data); err != nil {
		return nil, err
	}
	return UnknownEvent{tag, bytes.Clone(data)}, nil
}

// SessionEventParams: an event with its place. `prev` is the seq sent before it, absent when that is
// `seq - 1`; `at` is absent on deltas. `leftOut`: it was larger than a message may be, and came
// without its large parts; texts say how much is gone.
type SessionEventParams struct {
	SessionID string         `json:"sessionId"`
	Seq       int64          `json:"seq"`
	Prev      *int64         `json:"prev,omitempty"`
	At        *int64         `json:"at,omitempty"`
	RunID     *string        `json:"runId,omitempty"`
	PromptIDs []string       `json:"promptIds,omitempty"`
	LeftOut   *bool          `json:"leftOut,omitempty"`
	Event     map[string]any `json:"event"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionEventParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionEventParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SessionIdle: nothing runs and nothing will start by itself.
type SessionIdle struct {
	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "session_idle".
func (SessionIdle) Type() string { return "session_idle" }

func (SessionIdle) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionIdle) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionIdle) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// SessionInfo: a session in a list. `isOpen`: this process has it open. Times are Unix milliseconds.
type SessionInfo struct {
	SessionID string  `json:"sessionId"`
	Cwd       string  `json:"cwd"`
	Name      *string `json:"name,omitempty"`
	CreatedAt *int64  `json:"createdAt,omitempty"`
	UpdatedAt *int64  `json:"updatedAt,omitempty"`
	IsRunning bool    `json:"isRunning"`
	IsOpen    *bool   `json:"isOpen,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionInfo) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionInfo) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SessionInfoChanged: the session's name was changed, or the label of `entryId`; null is none.
type SessionInfoChanged struct {
	Field   SessionInfoChangedField `json:"field"`
	EntryID *string                 `json:"entryId,omitempty"`
	From    *string                 `json:"from"`
	To      *string                 `json:"to"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "session_info_changed".
func (SessionInfoChanged) Type() string { return "session_info_changed" }

func (SessionInfoChanged) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionInfoChanged) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionInfoChanged) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// SessionInfoChangedField: the member field of SessionInfoChanged.
type SessionInfoChangedField string

// Values of SessionInfoChangedField; others may come.
const (
	SessionInfoChangedFieldName  SessionInfoChangedField = "name"
	SessionInfoChangedFieldLabel SessionInfoChangedField = "label"
)

// SessionList: the sessions that this process has open, then the others that are kept.
type SessionList struct {
	Sessions []SessionInfo `json:"sessions"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionList) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionList) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SessionOpenParams: names a session that is kept, and says what its events are to carry.
type SessionOpenParams struct {
	SessionID   string   `json:"sessionId"`
	Snapshots   *bool    `json:"snapshots,omitempty"`
	Chunks      *bool    `json:"chunks,omitempty"`
	Types       []string `json:"types,omitempty"`
	WindowBytes *int64   `json:"windowBytes,omitempty"`
	Acknowledge *bool    `json:"acknowledge,omitempty"`
	WhenFull    WhenFull `json:"whenFull,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionOpenParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionOpenParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SessionOpenResult: the state, the seq it stands for, and what a person should know of the session as
// it was found: cut, unreadable, unknown.
type SessionOpenResult struct {
	SessionID string       `json:"sessionId"`
	Seq       int64        `json:"seq"`
	State     SessionState `json:"state"`
	Findings  []string     `json:"findings,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionOpenResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionOpenResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SessionParams: names a session.
type SessionParams struct {
	SessionID string `json:"sessionId"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SessionResult: the state, and the seq it stands for: the next event has a higher one.
type SessionResult struct {
	SessionID string       `json:"sessionId"`
	Seq       int64        `json:"seq"`
	State     SessionState `json:"state"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SessionState: where a session stands, without its history. `leaf` is the entry that the conversation
// goes on behind; `compacting` is there while what its model is shown is being made shorter, and
// prompts wait for that.
type SessionState struct {
	SessionID        string            `json:"sessionId"`
	Cwd              string            `json:"cwd"`
	Name             *string           `json:"name,omitempty"`
	Leaf             *string           `json:"leaf,omitempty"`
	Model            *ModelRef         `json:"model,omitempty"`
	ThinkingLevel    ThinkingLevel     `json:"thinkingLevel"`
	IsRunning        bool              `json:"isRunning"`
	RunID            *string           `json:"runId,omitempty"`
	PromptIDs        []string          `json:"promptIds,omitempty"`
	StreamingMessage *AssistantMessage `json:"streamingMessage,omitempty"`
	PendingToolCalls []ToolCallInfo    `json:"pendingToolCalls"`
	Compacting       CompactionReason  `json:"compacting,omitempty"`
	Steering         []QueueItem       `json:"steering"`
	FollowUp         []QueueItem       `json:"followUp"`
	Goal             *Goal             `json:"goal,omitempty"`
	TotalUsage       Usage             `json:"totalUsage"`
	LastError        *ErrorInfo        `json:"lastError,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SessionState) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SessionState) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SetGoalParams: gives the session a goal, or does something with the one it has.
type SetGoalParams struct {
	SessionID string     `json:"sessionId"`
	Goal      GoalAction `json:"goal"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SetGoalParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SetGoalParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SetGoalResult: the goal as it is now; null is none.
type SetGoalResult struct {
	Goal *Goal `json:"goal"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SetGoalResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SetGoalResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SetModelParams: takes effect at the next model call.
type SetModelParams struct {
	SessionID string   `json:"sessionId"`
	Model     ModelRef `json:"model"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SetModelParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SetModelParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SetThinkingLevelParams: takes effect at the next model call.
type SetThinkingLevelParams struct {
	SessionID     string        `json:"sessionId"`
	ThinkingLevel ThinkingLevel `json:"thinkingLevel"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SetThinkingLevelParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SetThinkingLevelParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SetToolsParams: the names of the only tools to offer; null for all that there are.
type SetToolsParams struct {
	SessionID string    `json:"sessionId"`
	Tools     *[]string `json:"tools"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SetToolsParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SetToolsParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SettingsGetParams: which setting: the names of its members from the top, joined by dots; all of them
// if it is absent.
type SettingsGetParams struct {
	Key *string `json:"key,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SettingsGetParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SettingsGetParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SettingsSetParams: the setting and what it becomes; null takes it away. Written to the settings
// file, and in force for what is read of it from then on.
type SettingsSetParams struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SettingsSetParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SettingsSetParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SettingsValue: what is set, in the form that the settings file has; absent where nothing is. A
// member that is named like a secret is `***`.
type SettingsValue struct {
	Value json.RawMessage `json:"value,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SettingsValue) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SettingsValue) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SteerParams: queues `text` or `content` (exactly one). Steering is taken after the next tool or
// turn, a follow-up when the run would stop.
type SteerParams struct {
	SessionID string         `json:"sessionId"`
	Text      *string        `json:"text,omitempty"`
	Content   []ContentBlock `json:"content,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SteerParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SteerParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// SteerResult: the id that the queued message will have.
type SteerResult struct {
	ItemID string `json:"itemId"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SteerResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SteerResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// StopReason: why a model stopped.
type StopReason string

// Values of StopReason; others may come.
const (
	StopReasonStop    StopReason = "stop"
	StopReasonLength  StopReason = "length"
	StopReasonToolUse StopReason = "tool_use"
	StopReasonRefusal StopReason = "refusal"
	StopReasonPause   StopReason = "pause"
	StopReasonError   StopReason = "error"
	StopReasonAborted StopReason = "aborted"
)

// SystemPromptPayload: the system prompt of one request.
type SystemPromptPayload struct {
	SystemPrompt string `json:"systemPrompt"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v SystemPromptPayload) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *SystemPromptPayload) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// TextBlock: plain text.
type TextBlock struct {
	Text string `json:"text"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "text".
func (TextBlock) Type() string { return "text" }

func (TextBlock) isContentBlock() {}

// MarshalJSON writes the wire form, unknown members included.
func (v TextBlock) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *TextBlock) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// ThinkingBlock: what a model thought. `signature` is the provider's proof; `redacted` holds thinking
// that the provider encrypted, `thinking` is then empty.
type ThinkingBlock struct {
	Thinking  string  `json:"thinking"`
	Signature *string `json:"signature,omitempty"`
	Redacted  *string `json:"redacted,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "thinking".
func (ThinkingBlock) Type() string { return "thinking" }

func (ThinkingBlock) isContentBlock() {}

// MarshalJSON writes the wire form, unknown members included.
func (v ThinkingBlock) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ThinkingBlock) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// ThinkingLevel: how much a model thinks first.
type ThinkingLevel string

// Values of ThinkingLevel; others may come.
const (
	ThinkingLevelOff    ThinkingLevel = "off"
	ThinkingLevelLow    ThinkingLevel = "low"
	ThinkingLevelMedium ThinkingLevel = "medium"
	ThinkingLevelHigh   ThinkingLevel = "high"
)

// ThinkingLevelChanged: the thinking level was changed.
type ThinkingLevelChanged struct {
	From ThinkingLevel `json:"from"`
	To   ThinkingLevel `json:"to"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "thinking_level_changed".
func (ThinkingLevelChanged) Type() string { return "thinking_level_changed" }

func (ThinkingLevelChanged) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v ThinkingLevelChanged) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ThinkingLevelChanged) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// ToolCallBlock: a model's wish to run a tool. `argsText` is the raw text while it streams, or when it
// does not parse; `args` is then `{}`.
type ToolCallBlock struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	Args       map[string]any `json:"args"`
	ArgsText   *string        `json:"argsText,omitempty"`
	ProviderID *string        `json:"providerId,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "tool_call".
func (ToolCallBlock) Type() string { return "tool_call" }

func (ToolCallBlock) isContentBlock() {}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolCallBlock) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolCallBlock) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// ToolCallInfo: a tool call: its arguments as they are known at that point.
type ToolCallInfo struct {
	ToolCallID string         `json:"toolCallId"`
	ToolName   string         `json:"toolName"`
	Args       map[string]any `json:"args"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolCallInfo) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolCallInfo) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ToolDecision: everybody who was asked about one tool call, before it runs; `args` if the final ones
// differ from those of the model, `rewrittenBy` if hooks made them so. Without guards it is said of a
// call that was rewritten.
type ToolDecision struct {
	ToolCallID  string             `json:"toolCallId"`
	ToolName    string             `json:"toolName"`
	Answer      ToolDecisionAnswer `json:"answer"`
	Decisions   []GuardDecision    `json:"decisions"`
	Args        map[string]any     `json:"args,omitempty"`
	RewrittenBy []Rewrite          `json:"rewrittenBy,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "tool_decision".
func (ToolDecision) Type() string { return "tool_decision" }

func (ToolDecision) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolDecision) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolDecision) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// ToolDecisionAnswer: the member answer of ToolDecision.
type ToolDecisionAnswer string

// Values of ToolDecisionAnswer; others may come.
const (
	ToolDecisionAnswerAllow ToolDecisionAnswer = "allow"
	ToolDecisionAnswerBlock ToolDecisionAnswer = "block"
)

// ToolExecuteParams: the server runs a client's tool; its progress goes to `$/progress` under
// `progressToken`.
type ToolExecuteParams struct {
	SessionID     string         `json:"sessionId"`
	ToolCallID    string         `json:"toolCallId"`
	ToolName      string         `json:"toolName"`
	Args          map[string]any `json:"args"`
	ProgressToken string         `json:"progressToken"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolExecuteParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolExecuteParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ToolExecutionEnd: a tool call is over, exactly once per start.
type ToolExecutionEnd struct {
	ToolCallID string     `json:"toolCallId"`
	ToolName   string     `json:"toolName"`
	Result     ToolResult `json:"result"`
	IsError    bool       `json:"isError"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "tool_execution_end".
func (ToolExecutionEnd) Type() string { return "tool_execution_end" }

func (ToolExecutionEnd) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolExecutionEnd) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolExecutionEnd) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// ToolExecutionStart: a tool call begins; `args` as the model gave them.
type ToolExecutionStart struct {
	ToolCallID string         `json:"toolCallId"`
	ToolName   string         `json:"toolName"`
	Args       map[string]any `json:"args"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "tool_execution_start".
func (ToolExecutionStart) Type() string { return "tool_execution_start" }

func (ToolExecutionStart) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolExecutionStart) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolExecutionStart) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// ToolExecutionUpdate: a running tool says something (`progress`, a ToolProgress), or what it is about
// to do (`preview`).
type ToolExecutionUpdate struct {
	ToolCallID string                  `json:"toolCallId"`
	ToolName   string                  `json:"toolName"`
	Kind       ToolExecutionUpdateKind `json:"kind"`
	Update     map[string]any          `json:"update"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "tool_execution_update".
func (ToolExecutionUpdate) Type() string { return "tool_execution_update" }

func (ToolExecutionUpdate) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolExecutionUpdate) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolExecutionUpdate) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// ToolExecutionUpdateKind: the member kind of ToolExecutionUpdate.
type ToolExecutionUpdateKind string

// Values of ToolExecutionUpdateKind; others may come.
const (
	ToolExecutionUpdateKindPreview  ToolExecutionUpdateKind = "preview"
	ToolExecutionUpdateKindProgress ToolExecutionUpdateKind = "progress"
)

// ToolInfo: a tool as a model is told of it. `parameters` is a JSON Schema of an object.
type ToolInfo struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Parameters  map[string]any `json:"parameters"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolInfo) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolInfo) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ToolList: the tools that a session offers.
type ToolList struct {
	Tools []ToolInfo `json:"tools"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolList) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolList) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ToolMessage: what a tool answered. `details` is for user interfaces.
type ToolMessage struct {
	ID         string         `json:"id"`
	Timestamp  int64          `json:"timestamp"`
	ToolCallID string         `json:"toolCallId"`
	ToolName   string         `json:"toolName"`
	Content    []ContentBlock `json:"content"`
	IsError    bool           `json:"isError"`
	Details    map[string]any `json:"details,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Role is "tool".
func (ToolMessage) Role() string { return "tool" }

func (ToolMessage) isMessage() {}

func (ToolMessage) isNewMessage() {}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolMessage) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "role", v.Role())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolMessage) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "role")
}

// ToolPreview: what a call is about to do (a `diff`, …), or nothing to show. An error is the result of
// the call, which does not run.
type ToolPreview struct {
	Preview map[string]any `json:"preview,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolPreview) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolPreview) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ToolPreviewParams: the server asks what a call of a client's tool is about to do.
type ToolPreviewParams struct {
	SessionID  string         `json:"sessionId"`
	ToolCallID string         `json:"toolCallId"`
	ToolName   string         `json:"toolName"`
	Args       map[string]any `json:"args"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolPreviewParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolPreviewParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ToolProgress: what a tool says while it runs: `status` replaces the one before, the others append.
type ToolProgress struct {
	Kind  ToolProgressKind `json:"kind"`
	Delta string           `json:"delta"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolProgress) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolProgress) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ToolProgressKind: the member kind of ToolProgress.
type ToolProgressKind string

// Values of ToolProgressKind; others may come.
const (
	ToolProgressKindOutput    ToolProgressKind = "output"
	ToolProgressKindToolDelta ToolProgressKind = "tool_delta"
	ToolProgressKindThinking  ToolProgressKind = "thinking"
	ToolProgressKindStatus    ToolProgressKind = "status"
)

// ToolResult: what a tool answers. `details` is for user interfaces and never sent to a model.
type ToolResult struct {
	Content   []ContentBlock `json:"content"`
	Details   map[string]any `json:"details,omitempty"`
	IsError   *bool          `json:"isError,omitempty"`
	Terminate *bool          `json:"terminate,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ToolResultPatch: the members of a result that are replaced.
type ToolResultPatch struct {
	Content []ContentBlock `json:"content,omitempty"`
	Details map[string]any `json:"details,omitempty"`
	IsError *bool          `json:"isError,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolResultPatch) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolResultPatch) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ToolResultPayload: a tool's result before anybody is told, and the call that it answers.
type ToolResultPayload struct {
	ToolCallID string         `json:"toolCallId"`
	ToolName   string         `json:"toolName"`
	Args       map[string]any `json:"args"`
	Result     ToolResult     `json:"result"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolResultPayload) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolResultPayload) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ToolsChanged: the tools on offer changed: others were chosen, or there are others. Names, in the
// order in which they are offered.
type ToolsChanged struct {
	From []string `json:"from"`
	To   []string `json:"to"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "tools_changed".
func (ToolsChanged) Type() string { return "tools_changed" }

func (ToolsChanged) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolsChanged) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolsChanged) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// ToolsRegisterParams: registers tools for one session, or for all sessions of this connection.
type ToolsRegisterParams struct {
	Tools     []ClientTool `json:"tools"`
	SessionID *string      `json:"sessionId,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolsRegisterParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolsRegisterParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// ToolsRegisterResult: the names in force, and those refused.
type ToolsRegisterResult struct {
	Accepted []string   `json:"accepted"`
	Rejected []Rejected `json:"rejected"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v ToolsRegisterResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *ToolsRegisterResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// TurnEnd: a model call and its tools are over. Messages that were never sent to this client stay ids.
type TurnEnd struct {
	MessageID     *string           `json:"messageId"`
	Message       *AssistantMessage `json:"message,omitempty"`
	ToolResultIDs []string          `json:"toolResultIds"`
	ToolResults   []ToolMessage     `json:"toolResults"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "turn_end".
func (TurnEnd) Type() string { return "turn_end" }

func (TurnEnd) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v TurnEnd) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *TurnEnd) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// TurnStart: one model call and the tools it asks for begin.
type TurnStart struct {
	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "turn_start".
func (TurnStart) Type() string { return "turn_start" }

func (TurnStart) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v TurnStart) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *TurnStart) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// UiAnswer: a person's answer.
type UiAnswer struct {
	Value any `json:"value"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v UiAnswer) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *UiAnswer) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// UiAskParams: the server asks the person before this client. `confirm` wants true or false, `select`
// the value of one of `options`, `input` a text.
type UiAskParams struct {
	SessionID   string           `json:"sessionId"`
	QuestionID  string           `json:"questionId"`
	Plugin      string           `json:"plugin"`
	Kind        UiAskParamsKind  `json:"kind"`
	Title       string           `json:"title"`
	Message     *string          `json:"message,omitempty"`
	Options     []QuestionOption `json:"options,omitempty"`
	Placeholder *string          `json:"placeholder,omitempty"`
	Default     any              `json:"default,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v UiAskParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *UiAskParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// UiAskParamsKind: the member kind of UiAskParams.
type UiAskParamsKind string

// Values of UiAskParamsKind; others may come.
const (
	UiAskParamsKindConfirm UiAskParamsKind = "confirm"
	UiAskParamsKindSelect  UiAskParamsKind = "select"
	UiAskParamsKindInput   UiAskParamsKind = "input"
)

// UiNotifyParams: something to tell the person before a session; `level` is `info` if absent.
type UiNotifyParams struct {
	SessionID string              `json:"sessionId"`
	Message   string              `json:"message"`
	Level     UiNotifyParamsLevel `json:"level,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v UiNotifyParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *UiNotifyParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// UiNotifyParamsLevel: the member level of UiNotifyParams.
type UiNotifyParamsLevel string

// Values of UiNotifyParamsLevel; others may come.
const (
	UiNotifyParamsLevelInfo    UiNotifyParamsLevel = "info"
	UiNotifyParamsLevelWarning UiNotifyParamsLevel = "warning"
)

// UiRequest: a plugin asks a person. `default` is what holds if nobody answers. Clients that can ask
// are asked by `ui/ask`.
type UiRequest struct {
	QuestionID  string           `json:"questionId"`
	Plugin      string           `json:"plugin"`
	Kind        UiRequestKind    `json:"kind"`
	Title       string           `json:"title"`
	Message     *string          `json:"message,omitempty"`
	Options     []QuestionOption `json:"options,omitempty"`
	Placeholder *string          `json:"placeholder,omitempty"`
	Default     any              `json:"default,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "ui_request".
func (UiRequest) Type() string { return "ui_request" }

func (UiRequest) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v UiRequest) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *UiRequest) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// UiRequestKind: the member kind of UiRequest.
type UiRequestKind string

// Values of UiRequestKind; others may come.
const (
	UiRequestKindConfirm UiRequestKind = "confirm"
	UiRequestKindSelect  UiRequestKind = "select"
	UiRequestKindInput   UiRequestKind = "input"
)

// UiRequestParams: a question to the person before a session, asked in the name of the client.
// `select` has `options`; `default` is one of their values there, a boolean for `confirm`, a text for
// `input`. A guard that asks about a tool call gives its `toolCallId`: its decision then says that a
// person took it.
type UiRequestParams struct {
	SessionID   string              `json:"sessionId"`
	Kind        UiRequestParamsKind `json:"kind"`
	Title       string              `json:"title"`
	Message     *string             `json:"message,omitempty"`
	Options     []QuestionOption    `json:"options,omitempty"`
	Placeholder *string             `json:"placeholder,omitempty"`
	Default     any                 `json:"default,omitempty"`
	ToolCallID  *string             `json:"toolCallId,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v UiRequestParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *UiRequestParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// UiRequestParamsKind: the member kind of UiRequestParams.
type UiRequestParamsKind string

// Values of UiRequestParamsKind; others may come.
const (
	UiRequestParamsKindConfirm UiRequestParamsKind = "confirm"
	UiRequestParamsKindSelect  UiRequestParamsKind = "select"
	UiRequestParamsKindInput   UiRequestParamsKind = "input"
)

// UiRequestResult: what was answered: no `value` if nobody did and there is no default. `by` says
// whether a person did, or the default holds.
type UiRequestResult struct {
	Value any               `json:"value,omitempty"`
	By    UiRequestResultBy `json:"by"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v UiRequestResult) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *UiRequestResult) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// UiRequestResultBy: the member by of UiRequestResult.
type UiRequestResultBy string

// Values of UiRequestResultBy; others may come.
const (
	UiRequestResultByUser    UiRequestResultBy = "user"
	UiRequestResultByDefault UiRequestResultBy = "default"
)

// UiResolved: a question has ended. `by` is the client that answered, or `default`; no `value`: nobody
// answered, and there is no default.
type UiResolved struct {
	QuestionID string `json:"questionId"`
	Value      any    `json:"value,omitempty"`
	By         string `json:"by"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Type is "ui_resolved".
func (UiResolved) Type() string { return "ui_resolved" }

func (UiResolved) isSessionEvent() {}

// MarshalJSON writes the wire form, unknown members included.
func (v UiResolved) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "type", v.Type())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *UiResolved) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "type")
}

// UnregisterParams: what goes: hook ids, or names of tools or commands.
type UnregisterParams struct {
	IDs []string `json:"ids"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v UnregisterParams) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *UnregisterParams) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// Usage: Tokens, disjoint; `costUsd` in US dollars, absent when the price is not known.
type Usage struct {
	InputTokens      int64    `json:"inputTokens"`
	OutputTokens     int64    `json:"outputTokens"`
	CacheReadTokens  int64    `json:"cacheReadTokens"`
	CacheWriteTokens int64    `json:"cacheWriteTokens"`
	CostUSD          *float64 `json:"costUsd,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v Usage) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Usage) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// UserMessage: a prompt, steering or a follow-up.
type UserMessage struct {
	ID        string         `json:"id"`
	Timestamp int64          `json:"timestamp"`
	Content   []ContentBlock `json:"content"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Role is "user".
func (UserMessage) Role() string { return "user" }

func (UserMessage) isMessage() {}

func (UserMessage) isNewMessage() {}

// MarshalJSON writes the wire form, unknown members included.
func (v UserMessage) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "role", v.Role())
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *UserMessage) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "role")
}

// Verdict: a guard's answer; anything else denies.
type Verdict struct {
	Decision VerdictDecision `json:"decision"`
	Reason   *string         `json:"reason,omitempty"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v Verdict) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *Verdict) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// VerdictDecision: the member decision of Verdict.
type VerdictDecision string

// Values of VerdictDecision; others may come.
const (
	VerdictDecisionAllow VerdictDecision = "allow"
	VerdictDecisionBlock VerdictDecision = "block"
)

// VersionWindow: the protocol versions that a side understands, both included.
type VersionWindow struct {
	Min int64 `json:"min"`
	Max int64 `json:"max"`

	// Extra holds the members that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// MarshalJSON writes the wire form, unknown members included.
func (v VersionWindow) MarshalJSON() ([]byte, error) {
	return marshalMembers(v, v.Extra, "", "")
}

// UnmarshalJSON reads the wire form; an absent required member is an error.
func (v *VersionWindow) UnmarshalJSON(data []byte) error {
	return unmarshalMembers(data, v, &v.Extra, "")
}

// WhenBusy: what a prompt does while a run is live.
type WhenBusy string

// Values of WhenBusy; others may come.
const (
	WhenBusyReject   WhenBusy = "reject"
	WhenBusySteer    WhenBusy = "steer"
	WhenBusyFollowUp WhenBusy = "follow_up"
)

// WhenFull: what happens when a client takes too little: the session waits for it, or it gets one gap
// instead of what waits.
type WhenFull string

// Values of WhenFull; others may come.
const (
	WhenFullWait WhenFull = "wait"
	WhenFullGap  WhenFull = "gap"
)

// unmarshalUnion reads data into target if target points to a union, and says whether it does.
func unmarshalUnion(data []byte, target any) (known bool, err error) {
	switch target := target.(type) {
	case *ContentBlock:
		*target, err = ParseContentBlock(data)
	case *Message:
		*target, err = ParseMessage(data)
	case *SessionEvent:
		*target, err = ParseSessionEvent(data)
	case *NewMessage:
		*target, err = ParseNewMessage(data)
	default:
		return false, nil
	}
	return true, err
}

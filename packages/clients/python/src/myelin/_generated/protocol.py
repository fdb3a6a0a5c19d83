"""The protocol's types. Generated from packages/rpc-server/schema/protocol.json by `pnpm gen`."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, TypeAlias

from .._wire import JsonObject, missing, no_members, sent, unknown_members

PROTOCOL_VERSION: Final = 1
"""The protocol version that these types describe."""

RPC_PARSE_ERROR: Final = -32700
RPC_INVALID_REQUEST: Final = -32600
RPC_METHOD_NOT_FOUND: Final = -32601
RPC_INVALID_PARAMS: Final = -32602
RPC_INTERNAL_ERROR: Final = -32603
RPC_NOT_INITIALIZED: Final = -32002
RPC_DOMAIN: Final = -32000
RPC_REQUEST_CANCELLED: Final = -32800

DomainErrorCode: TypeAlias = Literal[
    "PARSE_ERROR",
    "INVALID_REQUEST",
    "METHOD_NOT_FOUND",
    "INVALID_PARAMS",
    "START_FAILED",
    "NOT_INITIALIZED",
    "ALREADY_INITIALIZED",
    "VERSION_MISMATCH",
    "FRAME_TOO_LARGE",
    "CANCELLED",
    "SESSION_NOT_FOUND",
    "SESSION_CLOSED",
    "SESSION_READ_ONLY",
    "SESSION_EXISTS",
    "SESSION_LOCKED",
    "SESSION_VERSION",
    "SESSION_DAMAGED",
    "STORE_WRITE_FAILED",
    "ENTRY_NOT_FOUND",
    "RUN_LOST",
    "PROMPT_MISMATCH",
    "NOTHING_TO_COMPACT",
    "COMPACTION_FAILED",
    "GOAL_NOT_FOUND",
    "GOAL_CONFLICT",
    "DENIED",
    "SESSION_BUSY",
    "TOOL_NOT_FOUND",
    "MODEL_NOT_FOUND",
    "PLUGIN_NOT_FOUND",
    "NOT_RELOADABLE",
    "INVALID_SETTING",
    "SETTINGS_NOT_WRITTEN",
    "COMMAND_NOT_FOUND",
    "COMMAND_FAILED",
    "LISTENER_FAILED",
    "HOOK_FAILED",
    "SHUTTING_DOWN",
    "DISCONNECTED",
    "CLIENT_FAILED",
    "INTERNAL",
]
"""Why a request failed, as the server says it in `error.data.code`; other codes may come."""

CompactionReason: TypeAlias = Literal["manual", "threshold", "overflow"]
"""Why the model is shown less: by hand, because a request grew too large, or because the model refused
one as too long.
"""

DeltaKind: TypeAlias = Literal["text", "thinking", "tool_call", "none"]
"""Which part of a message a delta belongs to."""

EndReason: TypeAlias = Literal[
    "stop",
    "length",
    "max_turns",
    "budget",
    "guard",
    "refusal",
    "terminated",
    "aborted",
    "error",
]
"""Why a run ended."""

GoalStatus: TypeAlias = Literal["active", "paused", "complete", "blocked", "budget_limited", "usage_limited"]
"""Where a goal stands."""

HookPoint: TypeAlias = Literal[
    "input",
    "tool_args",
    "tool_call",
    "tool_result",
    "system_prompt",
    "context",
    "model_request",
    "session_before_navigate",
    "session_before_fork",
    "session_before_compact",
    "session_before_delete",
    "compaction",
    "session_start",
    "session_shutdown",
    "agent_start",
    "turn_start",
    "message_start",
    "message_update",
    "message_end",
    "tool_execution_start",
    "tool_execution_update",
    "tool_execution_end",
    "turn_end",
    "retry",
    "error",
    "agent_end",
    "queue_update",
    "model_changed",
    "thinking_level_changed",
    "tools_changed",
    "auto_retry_start",
    "auto_retry_end",
    "session_info_changed",
    "branch_changed",
    "commands_changed",
    "compaction_start",
    "compaction_end",
    "goal_updated",
    "tool_decision",
    "session_decision",
    "plugin_error",
    "plugin_status",
    "session_error",
    "notice",
    "ui_request",
    "ui_resolved",
    "session_idle",
    "session_end",
]
"""Where a client may interfere, or look on: the points of a plugin. Every event is a point of its own,
to observe.
"""

RetryScope: TypeAlias = Literal["call", "run"]
"""What is tried again: a call of the model, or the run whose calls failed to the last try."""

SessionEndReason: TypeAlias = Literal["closed", "deleted", "shutdown"]
"""Why a session is over: somebody closed it, or had it deleted, or the server ends."""

StopReason: TypeAlias = Literal["stop", "length", "tool_use", "refusal", "pause", "error", "aborted"]
"""Why a model stopped."""

ThinkingLevel: TypeAlias = Literal["off", "low", "medium", "high"]
"""How much a model thinks first."""

WhenBusy: TypeAlias = Literal["reject", "steer", "follow_up"]
"""What a prompt does while a run is live."""

WhenFull: TypeAlias = Literal["wait", "gap"]
"""What happens when a client takes too little: the session waits for it, or it gets one gap instead of
what waits.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortParams:
    """Ends the run that is live."""

    session_id: str
    reason: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> AbortParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                reason=data.get("reason"),
                extra=unknown_members(data, _ABORT_PARAMS),
            )
        except KeyError as member:
            raise missing("AbortParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
        }
        if self.reason is not None:
            data["reason"] = self.reason
        data.update(self.extra)
        return data


_ABORT_PARAMS = frozenset({"sessionId", "reason"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortResult:
    """What the abort did: whether a run was stopped, or a prompt before it ran, the tool calls that
    did not stop in time, and what still waits.
    """

    stopped: bool
    abandoned: tuple[str, ...]
    queued: tuple[QueueItem, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> AbortResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                stopped=data["stopped"],
                abandoned=tuple(data["abandoned"]),
                queued=tuple([QueueItem.from_wire(item) for item in data["queued"]]),
                extra=unknown_members(data, _ABORT_RESULT),
            )
        except KeyError as member:
            raise missing("AbortResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "stopped": self.stopped,
            "abandoned": list(self.abandoned),
            "queued": [item.to_wire() for item in self.queued],
        }
        data.update(self.extra)
        return data


_ABORT_RESULT = frozenset({"stopped", "abandoned", "queued"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AckParams:
    """The client has taken all events of the session up to `seq`."""

    session_id: str
    seq: int
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> AckParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                seq=data["seq"],
                extra=unknown_members(data, _ACK_PARAMS),
            )
        except KeyError as member:
            raise missing("AckParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "seq": self.seq,
        }
        data.update(self.extra)
        return data


_ACK_PARAMS = frozenset({"sessionId", "seq"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEnd:
    """The last event of a run on every path. Messages that were never sent to this client stay ids."""

    type: ClassVar[Literal["agent_end"]] = "agent_end"
    new_message_ids: tuple[str, ...]
    new_messages: tuple[Message, ...]
    summary: RunSummary
    will_retry: bool
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> AgentEnd:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                new_message_ids=tuple(data["newMessageIds"]),
                new_messages=tuple([parse_message(item) for item in data["newMessages"]]),
                summary=RunSummary.from_wire(data["summary"]),
                will_retry=data["willRetry"],
                extra=unknown_members(data, _AGENT_END),
            )
        except KeyError as member:
            raise missing("AgentEnd", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "newMessageIds": list(self.new_message_ids),
            "newMessages": [item.to_wire() for item in self.new_messages],
            "summary": self.summary.to_wire(),
            "willRetry": self.will_retry,
        }
        data.update(self.extra)
        return data


_AGENT_END = frozenset({"type", "newMessageIds", "newMessages", "summary", "willRetry"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentStart:
    """A run begins."""

    type: ClassVar[Literal["agent_start"]] = "agent_start"
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> AgentStart:
        """Reads the wire form."""
        return cls(
            extra=unknown_members(data, _AGENT_START),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
        }
        data.update(self.extra)
        return data


_AGENT_START = frozenset({"type"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistantMessage:
    """What a model answered. `stopReason` is absent while the message streams."""

    role: ClassVar[Literal["assistant"]] = "assistant"
    id: str
    timestamp: int
    content: tuple[ContentBlock, ...]
    model: ModelRef
    stop_reason: StopReason | None = None
    usage: Usage | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> AssistantMessage:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                id=data["id"],
                timestamp=data["timestamp"],
                content=tuple([parse_content_block(item) for item in data["content"]]),
                model=ModelRef.from_wire(data["model"]),
                stop_reason=data.get("stopReason"),
                usage=None if data.get("usage") is None else Usage.from_wire(data["usage"]),
                extra=unknown_members(data, _ASSISTANT_MESSAGE),
            )
        except KeyError as member:
            raise missing("AssistantMessage", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "role": self.role,
            "id": self.id,
            "timestamp": self.timestamp,
            "content": [item.to_wire() for item in self.content],
            "model": self.model.to_wire(),
        }
        if self.stop_reason is not None:
            data["stopReason"] = self.stop_reason
        if self.usage is not None:
            data["usage"] = self.usage.to_wire()
        data.update(self.extra)
        return data


_ASSISTANT_MESSAGE = frozenset({"role", "id", "timestamp", "content", "model", "stopReason", "usage"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachParams:
    """Subscribes the caller, in place of the subscription that it may have. Events after `afterSeq`
    are sent again, or one gap for those that are gone; from now on if absent. `seenSeq`: the newest
    event that the client has given on; no delta is merged up to it, so that those who had it are
    not given text twice. `types`: the only events that are sent. `snapshots` adds the message so
    far to each update, `chunks` the model's own. `windowBytes`: so much may be on its way until
    `session/ack`; `acknowledge`: one event at a time. `whenFull` is `gap` if absent.
    """

    session_id: str
    after_seq: int | None = None
    seen_seq: int | None = None
    snapshots: bool | None = None
    chunks: bool | None = None
    types: tuple[str, ...] | None = None
    window_bytes: int | None = None
    acknowledge: bool | None = None
    when_full: WhenFull | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> AttachParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                after_seq=data.get("afterSeq"),
                seen_seq=data.get("seenSeq"),
                snapshots=data.get("snapshots"),
                chunks=data.get("chunks"),
                types=None if data.get("types") is None else tuple(data["types"]),
                window_bytes=data.get("windowBytes"),
                acknowledge=data.get("acknowledge"),
                when_full=data.get("whenFull"),
                extra=unknown_members(data, _ATTACH_PARAMS),
            )
        except KeyError as member:
            raise missing("AttachParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
        }
        if self.after_seq is not None:
            data["afterSeq"] = self.after_seq
        if self.seen_seq is not None:
            data["seenSeq"] = self.seen_seq
        if self.snapshots is not None:
            data["snapshots"] = self.snapshots
        if self.chunks is not None:
            data["chunks"] = self.chunks
        if self.types is not None:
            data["types"] = list(self.types)
        if self.window_bytes is not None:
            data["windowBytes"] = self.window_bytes
        if self.acknowledge is not None:
            data["acknowledge"] = self.acknowledge
        if self.when_full is not None:
            data["whenFull"] = self.when_full
        data.update(self.extra)
        return data


_ATTACH_PARAMS = frozenset({"sessionId", "afterSeq", "seenSeq", "snapshots", "chunks", "types", "windowBytes", "acknowledge", "whenFull"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoRetryEnd:
    """How trying again ended, as it really did: once for all tries of a call, with the last one's
    number, and once for each of a run's.
    """

    type: ClassVar[Literal["auto_retry_end"]] = "auto_retry_end"
    scope: RetryScope
    attempt: int
    success: bool
    error: ErrorInfo | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> AutoRetryEnd:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                scope=data["scope"],
                attempt=data["attempt"],
                success=data["success"],
                error=None if data.get("error") is None else ErrorInfo.from_wire(data["error"]),
                extra=unknown_members(data, _AUTO_RETRY_END),
            )
        except KeyError as member:
            raise missing("AutoRetryEnd", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "scope": self.scope,
            "attempt": self.attempt,
            "success": self.success,
        }
        if self.error is not None:
            data["error"] = self.error.to_wire()
        data.update(self.extra)
        return data


_AUTO_RETRY_END = frozenset({"type", "scope", "attempt", "success", "error"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoRetryStart:
    """Something that failed is tried again after `delayMs`; `attempt` counts from 1. With the scope
    `call` it says what `retry` says.
    """

    type: ClassVar[Literal["auto_retry_start"]] = "auto_retry_start"
    scope: RetryScope
    attempt: int
    max_attempts: int
    delay_ms: int
    error: ErrorInfo
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> AutoRetryStart:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                scope=data["scope"],
                attempt=data["attempt"],
                max_attempts=data["maxAttempts"],
                delay_ms=data["delayMs"],
                error=ErrorInfo.from_wire(data["error"]),
                extra=unknown_members(data, _AUTO_RETRY_START),
            )
        except KeyError as member:
            raise missing("AutoRetryStart", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "scope": self.scope,
            "attempt": self.attempt,
            "maxAttempts": self.max_attempts,
            "delayMs": self.delay_ms,
            "error": self.error.to_wire(),
        }
        data.update(self.extra)
        return data


_AUTO_RETRY_START = frozenset({"type", "scope", "attempt", "maxAttempts", "delayMs", "error"})


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchChanged:
    """The conversation goes on from another entry; null stands for its beginning."""

    type: ClassVar[Literal["branch_changed"]] = "branch_changed"
    from_: str | None
    to: str | None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> BranchChanged:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                from_=data["from"],
                to=data["to"],
                extra=unknown_members(data, _BRANCH_CHANGED),
            )
        except KeyError as member:
            raise missing("BranchChanged", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "from": self.from_,
            "to": self.to,
        }
        data.update(self.extra)
        return data


_BRANCH_CHANGED = frozenset({"type", "from", "to"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What one run may spend: tokens of all kinds together, and US dollars as far as providers tell
    prices. It ends after the turn that reaches it.
    """

    tokens: int | None = None
    cost_usd: float | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Budget:
        """Reads the wire form."""
        return cls(
            tokens=data.get("tokens"),
            cost_usd=data.get("costUsd"),
            extra=unknown_members(data, _BUDGET),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {}
        if self.tokens is not None:
            data["tokens"] = self.tokens
        if self.cost_usd is not None:
            data["costUsd"] = self.cost_usd
        data.update(self.extra)
        return data


_BUDGET = frozenset({"tokens", "costUsd"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientCommand:
    """A command of the client: lower-case words joined by `-`, `_` or `:`. With a `template` it makes
    a prompt of that, where `$ARGUMENTS` stands for all that was typed behind the name, `$1` to `$9`
    for its words and `$$` for a dollar; without one the client runs it. `argumentHint` says to a
    person what belongs behind its name. `timeoutMs` is what the client has to run it, 0 or absent
    for no limit.
    """

    name: str
    description: str
    argument_hint: str | None = None
    template: str | None = None
    timeout_ms: int | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ClientCommand:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                name=data["name"],
                description=data["description"],
                argument_hint=data.get("argumentHint"),
                template=data.get("template"),
                timeout_ms=data.get("timeoutMs"),
                extra=unknown_members(data, _CLIENT_COMMAND),
            )
        except KeyError as member:
            raise missing("ClientCommand", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "name": self.name,
            "description": self.description,
        }
        if self.argument_hint is not None:
            data["argumentHint"] = self.argument_hint
        if self.template is not None:
            data["template"] = self.template
        if self.timeout_ms is not None:
            data["timeoutMs"] = self.timeout_ms
        data.update(self.extra)
        return data


_CLIENT_COMMAND = frozenset({"name", "description", "argumentHint", "template", "timeoutMs"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientInfo:
    """Who speaks."""

    name: str
    version: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ClientInfo:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                name=data["name"],
                version=data.get("version"),
                extra=unknown_members(data, _CLIENT_INFO),
            )
        except KeyError as member:
            raise missing("ClientInfo", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "name": self.name,
        }
        if self.version is not None:
            data["version"] = self.version
        data.update(self.extra)
        return data


_CLIENT_INFO = frozenset({"name", "version"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientTool:
    """A tool that the client runs. `parameters` is a JSON Schema of an object. `concurrency`: a
    `parallel` one may run beside others, an `exclusive` one (so if absent) runs alone. `timeoutMs`
    is what a call may take, the server's usual if absent, 0 for no limit. `onInterjection` is what
    becomes of a running call when the person interjects: it may `finish` (so if absent), or is
    cancelled. A call that is cut short is cancelled at the client. With `preview` the client is
    asked by `tool/preview` what a call is about to do, before anybody judges it.
    """

    name: str
    description: str
    parameters: JsonObject
    concurrency: Literal["parallel", "exclusive"] | None = None
    timeout_ms: int | None = None
    on_interjection: Literal["finish", "cancel"] | None = None
    preview: bool | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ClientTool:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                name=data["name"],
                description=data["description"],
                parameters=data["parameters"],
                concurrency=data.get("concurrency"),
                timeout_ms=data.get("timeoutMs"),
                on_interjection=data.get("onInterjection"),
                preview=data.get("preview"),
                extra=unknown_members(data, _CLIENT_TOOL),
            )
        except KeyError as member:
            raise missing("ClientTool", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "name": self.name,
            "description": self.description,
            "parameters": self.parameters,
        }
        if self.concurrency is not None:
            data["concurrency"] = self.concurrency
        if self.timeout_ms is not None:
            data["timeoutMs"] = self.timeout_ms
        if self.on_interjection is not None:
            data["onInterjection"] = self.on_interjection
        if self.preview is not None:
            data["preview"] = self.preview
        data.update(self.extra)
        return data


_CLIENT_TOOL = frozenset({"name", "description", "parameters", "concurrency", "timeoutMs", "onInterjection", "preview"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAnswer:
    """What a client's command came to: a text to show, or nothing."""

    text: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CommandAnswer:
        """Reads the wire form."""
        return cls(
            text=data.get("text"),
            extra=unknown_members(data, _COMMAND_ANSWER),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {}
        if self.text is not None:
            data["text"] = self.text
        data.update(self.extra)
        return data


_COMMAND_ANSWER = frozenset({"text"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandExecuteParams:
    """The server runs a client's command; `args` is all that was typed behind its name."""

    session_id: str
    name: str
    args: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CommandExecuteParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                name=data["name"],
                args=data["args"],
                extra=unknown_members(data, _COMMAND_EXECUTE_PARAMS),
            )
        except KeyError as member:
            raise missing("CommandExecuteParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "name": self.name,
            "args": self.args,
        }
        data.update(self.extra)
        return data


_COMMAND_EXECUTE_PARAMS = frozenset({"sessionId", "name", "args"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandInfo:
    """A command. `action`: it does something itself. `prompt`: it makes a prompt, which whoever runs
    it then asks. `argumentHint` says to a person what belongs behind its name.
    """

    name: str
    description: str
    argument_hint: str | None = None
    plugin: str
    kind: Literal["action", "prompt"]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CommandInfo:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                name=data["name"],
                description=data["description"],
                argument_hint=data.get("argumentHint"),
                plugin=data["plugin"],
                kind=data["kind"],
                extra=unknown_members(data, _COMMAND_INFO),
            )
        except KeyError as member:
            raise missing("CommandInfo", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "name": self.name,
            "description": self.description,
            "plugin": self.plugin,
            "kind": self.kind,
        }
        if self.argument_hint is not None:
            data["argumentHint"] = self.argument_hint
        data.update(self.extra)
        return data


_COMMAND_INFO = frozenset({"name", "description", "argumentHint", "plugin", "kind"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandList:
    """The commands, in the load order of their plugins."""

    commands: tuple[CommandInfo, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CommandList:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                commands=tuple([CommandInfo.from_wire(item) for item in data["commands"]]),
                extra=unknown_members(data, _COMMAND_LIST),
            )
        except KeyError as member:
            raise missing("CommandList", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "commands": [item.to_wire() for item in self.commands],
        }
        data.update(self.extra)
        return data


_COMMAND_LIST = frozenset({"commands"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandResult:
    """What a command came to: `text` is to be shown if it is an `action`, and to be prompted if it is
    a `prompt`, which always has one.
    """

    kind: Literal["action", "prompt"]
    text: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CommandResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                kind=data["kind"],
                text=data.get("text"),
                extra=unknown_members(data, _COMMAND_RESULT),
            )
        except KeyError as member:
            raise missing("CommandResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "kind": self.kind,
        }
        if self.text is not None:
            data["text"] = self.text
        data.update(self.extra)
        return data


_COMMAND_RESULT = frozenset({"kind", "text"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRunParams:
    """Names a command, and what was typed behind its name."""

    session_id: str
    name: str
    args: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CommandRunParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                name=data["name"],
                args=data.get("args"),
                extra=unknown_members(data, _COMMAND_RUN_PARAMS),
            )
        except KeyError as member:
            raise missing("CommandRunParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "name": self.name,
        }
        if self.args is not None:
            data["args"] = self.args
        data.update(self.extra)
        return data


_COMMAND_RUN_PARAMS = frozenset({"sessionId", "name", "args"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandsChanged:
    """The commands that there are now, by name."""

    type: ClassVar[Literal["commands_changed"]] = "commands_changed"
    commands: tuple[str, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CommandsChanged:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                commands=tuple(data["commands"]),
                extra=unknown_members(data, _COMMANDS_CHANGED),
            )
        except KeyError as member:
            raise missing("CommandsChanged", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "commands": list(self.commands),
        }
        data.update(self.extra)
        return data


_COMMANDS_CHANGED = frozenset({"type", "commands"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandsRegisterParams:
    """Registers commands for one session, or for all sessions of this connection."""

    commands: tuple[ClientCommand, ...]
    session_id: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CommandsRegisterParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                commands=tuple([ClientCommand.from_wire(item) for item in data["commands"]]),
                session_id=data.get("sessionId"),
                extra=unknown_members(data, _COMMANDS_REGISTER_PARAMS),
            )
        except KeyError as member:
            raise missing("CommandsRegisterParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "commands": [item.to_wire() for item in self.commands],
        }
        if self.session_id is not None:
            data["sessionId"] = self.session_id
        data.update(self.extra)
        return data


_COMMANDS_REGISTER_PARAMS = frozenset({"commands", "sessionId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandsRegisterResult:
    """The names in force, and those refused."""

    accepted: tuple[str, ...]
    rejected: tuple[Rejected, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CommandsRegisterResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                accepted=tuple(data["accepted"]),
                rejected=tuple([Rejected.from_wire(item) for item in data["rejected"]]),
                extra=unknown_members(data, _COMMANDS_REGISTER_RESULT),
            )
        except KeyError as member:
            raise missing("CommandsRegisterResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "accepted": list(self.accepted),
            "rejected": [item.to_wire() for item in self.rejected],
        }
        data.update(self.extra)
        return data


_COMMANDS_REGISTER_RESULT = frozenset({"accepted", "rejected"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactParams:
    """What the summary should heed, if anything."""

    session_id: str
    instructions: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CompactParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                instructions=data.get("instructions"),
                extra=unknown_members(data, _COMPACT_PARAMS),
            )
        except KeyError as member:
            raise missing("CompactParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
        }
        if self.instructions is not None:
            data["instructions"] = self.instructions
        data.update(self.extra)
        return data


_COMPACT_PARAMS = frozenset({"sessionId", "instructions"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactPayload:
    """Why the model is to be shown less."""

    reason: CompactionReason
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CompactPayload:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                reason=data["reason"],
                extra=unknown_members(data, _COMPACT_PAYLOAD),
            )
        except KeyError as member:
            raise missing("CompactPayload", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "reason": self.reason,
        }
        data.update(self.extra)
        return data


_COMPACT_PAYLOAD = frozenset({"reason"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactResult:
    """The size of the next request before and after, in tokens, and the id of the message that stands
    for those left out.
    """

    tokens_before: int
    tokens_after: int
    summary_id: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CompactResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                tokens_before=data["tokensBefore"],
                tokens_after=data["tokensAfter"],
                summary_id=data["summaryId"],
                extra=unknown_members(data, _COMPACT_RESULT),
            )
        except KeyError as member:
            raise missing("CompactResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "tokensBefore": self.tokens_before,
            "tokensAfter": self.tokens_after,
            "summaryId": self.summary_id,
        }
        data.update(self.extra)
        return data


_COMPACT_RESULT = frozenset({"tokensBefore", "tokensAfter", "summaryId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionEnd:
    """What the model is shown is shorter now, or as it was if there is an `error`. Sizes are those of
    the next request, in tokens. `summaryId` is the message that stands for those left out; absent
    where short forms of old ones were enough.
    """

    type: ClassVar[Literal["compaction_end"]] = "compaction_end"
    reason: CompactionReason
    tokens_before: int
    tokens_after: int | None = None
    summary_id: str | None = None
    error: ErrorInfo | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CompactionEnd:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                reason=data["reason"],
                tokens_before=data["tokensBefore"],
                tokens_after=data.get("tokensAfter"),
                summary_id=data.get("summaryId"),
                error=None if data.get("error") is None else ErrorInfo.from_wire(data["error"]),
                extra=unknown_members(data, _COMPACTION_END),
            )
        except KeyError as member:
            raise missing("CompactionEnd", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "reason": self.reason,
            "tokensBefore": self.tokens_before,
        }
        if self.tokens_after is not None:
            data["tokensAfter"] = self.tokens_after
        if self.summary_id is not None:
            data["summaryId"] = self.summary_id
        if self.error is not None:
            data["error"] = self.error.to_wire()
        data.update(self.extra)
        return data


_COMPACTION_END = frozenset({"type", "reason", "tokensBefore", "tokensAfter", "summaryId", "error"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionPayload:
    """What a summary is to stand for: the ids of the messages in order, and the bodies of those this
    connection was not sent; the summary of all before them, what a person asked to be heeded, and
    the summary that a plugin before has supplied.
    """

    reason: CompactionReason
    message_ids: tuple[str, ...]
    messages: tuple[Message, ...]
    previous_summary: str | None = None
    instructions: str | None = None
    summary: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CompactionPayload:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                reason=data["reason"],
                message_ids=tuple(data["messageIds"]),
                messages=tuple([parse_message(item) for item in data["messages"]]),
                previous_summary=data.get("previousSummary"),
                instructions=data.get("instructions"),
                summary=data.get("summary"),
                extra=unknown_members(data, _COMPACTION_PAYLOAD),
            )
        except KeyError as member:
            raise missing("CompactionPayload", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "reason": self.reason,
            "messageIds": list(self.message_ids),
            "messages": [item.to_wire() for item in self.messages],
        }
        if self.previous_summary is not None:
            data["previousSummary"] = self.previous_summary
        if self.instructions is not None:
            data["instructions"] = self.instructions
        if self.summary is not None:
            data["summary"] = self.summary
        data.update(self.extra)
        return data


_COMPACTION_PAYLOAD = frozenset({"reason", "messageIds", "messages", "previousSummary", "instructions", "summary"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionSettings:
    """When what the model is shown is made shorter, and by how much, in tokens. `enabled`: by itself
    (true if absent). `reserveTokens` must stay free of the model's window (16384 if absent, never
    more than half of it); `keepRecentTokens` of the newest messages stay as they are (20000 if
    absent).
    """

    enabled: bool | None = None
    reserve_tokens: int | None = None
    keep_recent_tokens: int | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CompactionSettings:
        """Reads the wire form."""
        return cls(
            enabled=data.get("enabled"),
            reserve_tokens=data.get("reserveTokens"),
            keep_recent_tokens=data.get("keepRecentTokens"),
            extra=unknown_members(data, _COMPACTION_SETTINGS),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {}
        if self.enabled is not None:
            data["enabled"] = self.enabled
        if self.reserve_tokens is not None:
            data["reserveTokens"] = self.reserve_tokens
        if self.keep_recent_tokens is not None:
            data["keepRecentTokens"] = self.keep_recent_tokens
        data.update(self.extra)
        return data


_COMPACTION_SETTINGS = frozenset({"enabled", "reserveTokens", "keepRecentTokens"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionStart:
    """What the model is shown is being made shorter; history stays whole."""

    type: ClassVar[Literal["compaction_start"]] = "compaction_start"
    reason: CompactionReason
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CompactionStart:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                reason=data["reason"],
                extra=unknown_members(data, _COMPACTION_START),
            )
        except KeyError as member:
            raise missing("CompactionStart", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "reason": self.reason,
        }
        data.update(self.extra)
        return data


_COMPACTION_START = frozenset({"type", "reason"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionSummary:
    """A summary, instead of asking the model for one."""

    summary: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> CompactionSummary:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                summary=data["summary"],
                extra=unknown_members(data, _COMPACTION_SUMMARY),
            )
        except KeyError as member:
            raise missing("CompactionSummary", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "summary": self.summary,
        }
        data.update(self.extra)
        return data


_COMPACTION_SUMMARY = frozenset({"summary"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextPatch:
    """A change to the messages of one request. A call and its result go together."""

    prepend: tuple[NewMessage, ...] | None = None
    append: tuple[NewMessage, ...] | None = None
    insert_before: Mapping[str, tuple[NewMessage, ...]] | None = None
    replace: Mapping[str, Message] | None = None
    drop: tuple[str, ...] | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ContextPatch:
        """Reads the wire form."""
        return cls(
            prepend=None if data.get("prepend") is None else tuple([parse_new_message(item) for item in data["prepend"]]),
            append=None if data.get("append") is None else tuple([parse_new_message(item) for item in data["append"]]),
            insert_before=None if data.get("insertBefore") is None else {key: tuple([parse_new_message(item) for item in value]) for key, value in data["insertBefore"].items()},
            replace=None if data.get("replace") is None else {key: parse_message(value) for key, value in data["replace"].items()},
            drop=None if data.get("drop") is None else tuple(data["drop"]),
            extra=unknown_members(data, _CONTEXT_PATCH),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {}
        if self.prepend is not None:
            data["prepend"] = [item if isinstance(item, str) else item.to_wire() for item in self.prepend]
        if self.append is not None:
            data["append"] = [item if isinstance(item, str) else item.to_wire() for item in self.append]
        if self.insert_before is not None:
            data["insertBefore"] = {key: [item if isinstance(item, str) else item.to_wire() for item in value] for key, value in self.insert_before.items()}
        if self.replace is not None:
            data["replace"] = {key: value.to_wire() for key, value in self.replace.items()}
        if self.drop is not None:
            data["drop"] = list(self.drop)
        data.update(self.extra)
        return data


_CONTEXT_PATCH = frozenset({"prepend", "append", "insertBefore", "replace", "drop"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextPayload:
    """What a model is about to be shown: the ids of all messages in order, and the bodies of those
    this connection was not sent.
    """

    message_ids: tuple[str, ...]
    messages: tuple[Message, ...]
    system_prompt: str
    thinking_level: ThinkingLevel
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ContextPayload:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                message_ids=tuple(data["messageIds"]),
                messages=tuple([parse_message(item) for item in data["messages"]]),
                system_prompt=data["systemPrompt"],
                thinking_level=data["thinkingLevel"],
                extra=unknown_members(data, _CONTEXT_PAYLOAD),
            )
        except KeyError as member:
            raise missing("ContextPayload", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "messageIds": list(self.message_ids),
            "messages": [item.to_wire() for item in self.messages],
            "systemPrompt": self.system_prompt,
            "thinkingLevel": self.thinking_level,
        }
        data.update(self.extra)
        return data


_CONTEXT_PAYLOAD = frozenset({"messageIds", "messages", "systemPrompt", "thinkingLevel"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Empty:
    """Nothing."""

    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Empty:
        """Reads the wire form."""
        return cls(
            extra=unknown_members(data, _EMPTY),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {}
        data.update(self.extra)
        return data


_EMPTY = frozenset[str]()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesParams:
    """Which page: `after` is the `next` of the page before; 100 entries if `limit` is absent."""

    session_id: str
    after: int | None = None
    limit: int | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> EntriesParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                after=data.get("after"),
                limit=data.get("limit"),
                extra=unknown_members(data, _ENTRIES_PARAMS),
            )
        except KeyError as member:
            raise missing("EntriesParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
        }
        if self.after is not None:
            data["after"] = self.after
        if self.limit is not None:
            data["limit"] = self.limit
        data.update(self.extra)
        return data


_ENTRIES_PARAMS = frozenset({"sessionId", "after", "limit"})


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesResult:
    """The entries in the order of writing, as many as were asked for and one message holds; `next` is
    set where more may follow.
    """

    entries: tuple[Entry, ...]
    next: int | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> EntriesResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                entries=tuple([Entry.from_wire(item) for item in data["entries"]]),
                next=data.get("next"),
                extra=unknown_members(data, _ENTRIES_RESULT),
            )
        except KeyError as member:
            raise missing("EntriesResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "entries": [item.to_wire() for item in self.entries],
        }
        if self.next is not None:
            data["next"] = self.next
        data.update(self.extra)
        return data


_ENTRIES_RESULT = frozenset({"entries", "next"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of a session's tree. `type` is open and says what `data` holds; a tool's message has
    its content in the `tool_execution` that `resultOf` names. `leftOut`: it is larger than a
    message may be, and came without its large parts; texts say how much is gone.
    """

    id: str
    parent_id: str | None
    seq: int
    at: int
    type: str
    left_out: bool | None = None
    data: JsonObject
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Entry:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                id=data["id"],
                parent_id=data["parentId"],
                seq=data["seq"],
                at=data["at"],
                type=data["type"],
                left_out=data.get("leftOut"),
                data=data["data"],
                extra=unknown_members(data, _ENTRY),
            )
        except KeyError as member:
            raise missing("Entry", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "id": self.id,
            "parentId": self.parent_id,
            "seq": self.seq,
            "at": self.at,
            "type": self.type,
            "data": self.data,
        }
        if self.left_out is not None:
            data["leftOut"] = self.left_out
        data.update(self.extra)
        return data


_ENTRY = frozenset({"id", "parentId", "seq", "at", "type", "leftOut", "data"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorEvent:
    """What ends the run; `agent_end` follows."""

    type: ClassVar[Literal["error"]] = "error"
    error: ErrorInfo
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ErrorEvent:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                error=ErrorInfo.from_wire(data["error"]),
                extra=unknown_members(data, _ERROR_EVENT),
            )
        except KeyError as member:
            raise missing("ErrorEvent", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "error": self.error.to_wire(),
        }
        data.update(self.extra)
        return data


_ERROR_EVENT = frozenset({"type", "error"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorInfo:
    """An error as plain data. `code` is UPPER_SNAKE and open."""

    code: str
    message: str
    retryable: bool
    status: int | None = None
    retry_after_ms: int | None = None
    data: JsonObject | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ErrorInfo:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                code=data["code"],
                message=data["message"],
                retryable=data["retryable"],
                status=data.get("status"),
                retry_after_ms=data.get("retryAfterMs"),
                data=data.get("data"),
                extra=unknown_members(data, _ERROR_INFO),
            )
        except KeyError as member:
            raise missing("ErrorInfo", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "code": self.code,
            "message": self.message,
            "retryable": self.retryable,
        }
        if self.status is not None:
            data["status"] = self.status
        if self.retry_after_ms is not None:
            data["retryAfterMs"] = self.retry_after_ms
        if self.data is not None:
            data["data"] = self.data
        data.update(self.extra)
        return data


_ERROR_INFO = frozenset({"code", "message", "retryable", "status", "retryAfterMs", "data"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkParams:
    """The last entry that the fork has: where the session stands if it is absent."""

    session_id: str
    entry_id: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ForkParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                entry_id=data.get("entryId"),
                extra=unknown_members(data, _FORK_PARAMS),
            )
        except KeyError as member:
            raise missing("ForkParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
        }
        if self.entry_id is not None:
            data["entryId"] = self.entry_id
        data.update(self.extra)
        return data


_FORK_PARAMS = frozenset({"sessionId", "entryId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkPayload:
    """The last entry of the fork, null for none, and the id that it will have."""

    entry_id: str | None
    new_session_id: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ForkPayload:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                entry_id=data["entryId"],
                new_session_id=data["newSessionId"],
                extra=unknown_members(data, _FORK_PAYLOAD),
            )
        except KeyError as member:
            raise missing("ForkPayload", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "entryId": self.entry_id,
            "newSessionId": self.new_session_id,
        }
        data.update(self.extra)
        return data


_FORK_PAYLOAD = frozenset({"entryId", "newSessionId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkResult:
    """The new session."""

    session_id: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ForkResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                extra=unknown_members(data, _FORK_RESULT),
            )
        except KeyError as member:
            raise missing("ForkResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
        }
        data.update(self.extra)
        return data


_FORK_RESULT = frozenset({"sessionId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """What a subscriber gets instead of events that are no longer there: the numbers missed, both
    included, and where the session stands. A connection has one place in the stream: where one loop
    asks for earlier events, `from` may be what another has had.
    """

    type: ClassVar[Literal["gap"]] = "gap"
    from_: int
    to: int
    state: SessionState
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Gap:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                from_=data["from"],
                to=data["to"],
                state=SessionState.from_wire(data["state"]),
                extra=unknown_members(data, _GAP),
            )
        except KeyError as member:
            raise missing("Gap", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "from": self.from_,
            "to": self.to,
            "state": self.state.to_wire(),
        }
        data.update(self.extra)
        return data


_GAP = frozenset({"type", "from", "to", "state"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What a session works towards by itself, run after run, while it is `active`. `reason` says why
    it is not.
    """

    text: str
    status: GoalStatus
    budget: GoalBudget | None = None
    used: GoalUse
    reason: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Goal:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                text=data["text"],
                status=data["status"],
                budget=None if data.get("budget") is None else GoalBudget.from_wire(data["budget"]),
                used=GoalUse.from_wire(data["used"]),
                reason=data.get("reason"),
                extra=unknown_members(data, _GOAL),
            )
        except KeyError as member:
            raise missing("Goal", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "text": self.text,
            "status": self.status,
            "used": self.used.to_wire(),
        }
        if self.budget is not None:
            data["budget"] = self.budget.to_wire()
        if self.reason is not None:
            data["reason"] = self.reason
        data.update(self.extra)
        return data


_GOAL = frozenset({"text", "status", "budget", "used", "reason"})


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalAction:
    """What to do with a goal: `create` needs `text` and may bring a `budget`, `block` needs a
    `reason`, the others need nothing more.
    """

    action: Literal["create", "pause", "resume", "complete", "block", "clear"]
    text: str | None = None
    budget: GoalBudget | None = None
    reason: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> GoalAction:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                action=data["action"],
                text=data.get("text"),
                budget=None if data.get("budget") is None else GoalBudget.from_wire(data["budget"]),
                reason=data.get("reason"),
                extra=unknown_members(data, _GOAL_ACTION),
            )
        except KeyError as member:
            raise missing("GoalAction", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "action": self.action,
        }
        if self.text is not None:
            data["text"] = self.text
        if self.budget is not None:
            data["budget"] = self.budget.to_wire()
        if self.reason is not None:
            data["reason"] = self.reason
        data.update(self.extra)
        return data


_GOAL_ACTION = frozenset({"action", "text", "budget", "reason"})


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalBudget:
    """What the goal's own runs may use together: tokens of all kinds, US dollars, runs. Absent means
    no bound; a goal that is created without a bound of runs has 50.
    """

    tokens: int | None = None
    cost_usd: float | None = None
    runs: int | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> GoalBudget:
        """Reads the wire form."""
        return cls(
            tokens=data.get("tokens"),
            cost_usd=data.get("costUsd"),
            runs=data.get("runs"),
            extra=unknown_members(data, _GOAL_BUDGET),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {}
        if self.tokens is not None:
            data["tokens"] = self.tokens
        if self.cost_usd is not None:
            data["costUsd"] = self.cost_usd
        if self.runs is not None:
            data["runs"] = self.runs
        data.update(self.extra)
        return data


_GOAL_BUDGET = frozenset({"tokens", "costUsd", "runs"})


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalUpdated:
    """The goal was changed, or has used more of its budget; null is none."""

    type: ClassVar[Literal["goal_updated"]] = "goal_updated"
    goal: Goal | None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> GoalUpdated:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                goal=None if data["goal"] is None else Goal.from_wire(data["goal"]),
                extra=unknown_members(data, _GOAL_UPDATED),
            )
        except KeyError as member:
            raise missing("GoalUpdated", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "goal": None if self.goal is None else self.goal.to_wire(),
        }
        data.update(self.extra)
        return data


_GOAL_UPDATED = frozenset({"type", "goal"})


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalUse:
    """What the goal's own runs have used; what a person asks for in between is not counted."""

    tokens: int
    cost_usd: float
    runs: int
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> GoalUse:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                tokens=data["tokens"],
                cost_usd=data["costUsd"],
                runs=data["runs"],
                extra=unknown_members(data, _GOAL_USE),
            )
        except KeyError as member:
            raise missing("GoalUse", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "tokens": self.tokens,
            "costUsd": self.cost_usd,
            "runs": self.runs,
        }
        data.update(self.extra)
        return data


_GOAL_USE = frozenset({"tokens", "costUsd", "runs"})


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardDecision:
    """Who was asked about a tool call or a step of the session, what came back, and how long it took."""

    by: str
    hook_id: str
    answer: Literal["allow", "block"]
    reason: str | None = None
    cause: Literal["policy", "user", "timeout", "crash", "disconnect", "invalid", "default"]
    duration_ms: int
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> GuardDecision:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                by=data["by"],
                hook_id=data["hookId"],
                answer=data["answer"],
                reason=data.get("reason"),
                cause=data["cause"],
                duration_ms=data["durationMs"],
                extra=unknown_members(data, _GUARD_DECISION),
            )
        except KeyError as member:
            raise missing("GuardDecision", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "by": self.by,
            "hookId": self.hook_id,
            "answer": self.answer,
            "cause": self.cause,
            "durationMs": self.duration_ms,
        }
        if self.reason is not None:
            data["reason"] = self.reason
        data.update(self.extra)
        return data


_GUARD_DECISION = frozenset({"by", "hookId", "answer", "reason", "cause", "durationMs"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HookCallParams:
    """The server asks a hook. `payload` is a ToolCallInfo at `tool_call` and `tool_args`, a
    ToolResultPayload at `tool_result`, a SystemPromptPayload, ContextPayload or ModelRequestPayload
    at the point of that name, an InputPayload at `input`, a NavigatePayload, ForkPayload or
    CompactPayload at `session_before_navigate`, `session_before_fork` and `session_before_compact`,
    a CompactionPayload at `compaction`, nothing at `session_before_delete`, `session_start` and
    `session_shutdown`, and the whole event where one is observed; a `message_update` has no
    `message` there.
    """

    hook_id: str
    session_id: str
    point: HookPoint
    payload: JsonObject
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> HookCallParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                hook_id=data["hookId"],
                session_id=data["sessionId"],
                point=data["point"],
                payload=data["payload"],
                extra=unknown_members(data, _HOOK_CALL_PARAMS),
            )
        except KeyError as member:
            raise missing("HookCallParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "hookId": self.hook_id,
            "sessionId": self.session_id,
            "point": self.point,
            "payload": self.payload,
        }
        data.update(self.extra)
        return data


_HOOK_CALL_PARAMS = frozenset({"hookId", "sessionId", "point", "payload"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HookInfo:
    """A hook in force."""

    hook_id: str
    point: str
    on_failure: Literal["deny", "allow"] | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> HookInfo:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                hook_id=data["hookId"],
                point=data["point"],
                on_failure=data.get("onFailure"),
                extra=unknown_members(data, _HOOK_INFO),
            )
        except KeyError as member:
            raise missing("HookInfo", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "hookId": self.hook_id,
            "point": self.point,
        }
        if self.on_failure is not None:
            data["onFailure"] = self.on_failure
        data.update(self.extra)
        return data


_HOOK_INFO = frozenset({"hookId", "point", "onFailure"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HookSpec:
    """One hook. `timeoutMs` is what it has to answer, 0 for no limit: for one that asks a person.
    `onFailure` is for a veto: what a failing guard means, `deny` if absent. `required` is for a
    transform: its failure ends the run.
    """

    hook_id: str
    point: HookPoint
    timeout_ms: int | None = None
    on_failure: Literal["deny", "allow"] | None = None
    required: bool | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> HookSpec:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                hook_id=data["hookId"],
                point=data["point"],
                timeout_ms=data.get("timeoutMs"),
                on_failure=data.get("onFailure"),
                required=data.get("required"),
                extra=unknown_members(data, _HOOK_SPEC),
            )
        except KeyError as member:
            raise missing("HookSpec", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "hookId": self.hook_id,
            "point": self.point,
        }
        if self.timeout_ms is not None:
            data["timeoutMs"] = self.timeout_ms
        if self.on_failure is not None:
            data["onFailure"] = self.on_failure
        if self.required is not None:
            data["required"] = self.required
        data.update(self.extra)
        return data


_HOOK_SPEC = frozenset({"hookId", "point", "timeoutMs", "onFailure", "required"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HookValue:
    """A transform's answer at every point: a ContextPatch at `context`, the new messages at `input` (a
    list of NewMessage), the new text at `system_prompt`, the new arguments at `tool_args`, a
    ToolResultPatch at `tool_result`, a ModelRequestPatch at `model_request`, a CompactionSummary at
    `compaction`.
    """

    value: Any
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> HookValue:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                value=data["value"],
                extra=unknown_members(data, _HOOK_VALUE),
            )
        except KeyError as member:
            raise missing("HookValue", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "value": self.value,
        }
        data.update(self.extra)
        return data


_HOOK_VALUE = frozenset({"value"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HooksRegisterParams:
    """Registers hooks for one session, or for all sessions of this connection."""

    hooks: tuple[HookSpec, ...]
    session_id: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> HooksRegisterParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                hooks=tuple([HookSpec.from_wire(item) for item in data["hooks"]]),
                session_id=data.get("sessionId"),
                extra=unknown_members(data, _HOOKS_REGISTER_PARAMS),
            )
        except KeyError as member:
            raise missing("HooksRegisterParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "hooks": [item.to_wire() for item in self.hooks],
        }
        if self.session_id is not None:
            data["sessionId"] = self.session_id
        data.update(self.extra)
        return data


_HOOKS_REGISTER_PARAMS = frozenset({"hooks", "sessionId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HooksRegisterResult:
    """The hooks in force, with the terms in force, and those refused."""

    accepted: tuple[HookSpec, ...]
    rejected: tuple[Rejected, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> HooksRegisterResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                accepted=tuple([HookSpec.from_wire(item) for item in data["accepted"]]),
                rejected=tuple([Rejected.from_wire(item) for item in data["rejected"]]),
                extra=unknown_members(data, _HOOKS_REGISTER_RESULT),
            )
        except KeyError as member:
            raise missing("HooksRegisterResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "accepted": [item.to_wire() for item in self.accepted],
            "rejected": [item.to_wire() for item in self.rejected],
        }
        data.update(self.extra)
        return data


_HOOKS_REGISTER_RESULT = frozenset({"accepted", "rejected"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageBlock:
    """An image: base64 `data`, or a `url`."""

    type: ClassVar[Literal["image"]] = "image"
    mime_type: str
    data: str | None = None
    url: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ImageBlock:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                mime_type=data["mimeType"],
                data=data.get("data"),
                url=data.get("url"),
                extra=unknown_members(data, _IMAGE_BLOCK),
            )
        except KeyError as member:
            raise missing("ImageBlock", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "mimeType": self.mime_type,
        }
        if self.data is not None:
            data["data"] = self.data
        if self.url is not None:
            data["url"] = self.url
        data.update(self.extra)
        return data


_IMAGE_BLOCK = frozenset({"type", "mimeType", "data", "url"})


@dataclass(frozen=True, slots=True, kw_only=True)
class InitializeParams:
    """The first request of a connection. A client that can ask a person sets `capabilities.ui`."""

    client_info: ClientInfo
    protocol_version: VersionWindow
    capabilities: JsonObject | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> InitializeParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                client_info=ClientInfo.from_wire(data["clientInfo"]),
                protocol_version=VersionWindow.from_wire(data["protocolVersion"]),
                capabilities=data.get("capabilities"),
                extra=unknown_members(data, _INITIALIZE_PARAMS),
            )
        except KeyError as member:
            raise missing("InitializeParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "clientInfo": self.client_info.to_wire(),
            "protocolVersion": self.protocol_version.to_wire(),
        }
        if self.capabilities is not None:
            data["capabilities"] = self.capabilities
        data.update(self.extra)
        return data


_INITIALIZE_PARAMS = frozenset({"clientInfo", "protocolVersion", "capabilities"})


@dataclass(frozen=True, slots=True, kw_only=True)
class InitializeResult:
    """Who answers, the version both speak, and the limits in force. `maxFrameBytes` bounds one message
    either way.
    """

    server_info: ClientInfo
    protocol_version: int
    capabilities: JsonObject
    limits: Limits
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> InitializeResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                server_info=ClientInfo.from_wire(data["serverInfo"]),
                protocol_version=data["protocolVersion"],
                capabilities=data["capabilities"],
                limits=Limits.from_wire(data["limits"]),
                extra=unknown_members(data, _INITIALIZE_RESULT),
            )
        except KeyError as member:
            raise missing("InitializeResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "serverInfo": self.server_info.to_wire(),
            "protocolVersion": self.protocol_version,
            "capabilities": self.capabilities,
            "limits": self.limits.to_wire(),
        }
        data.update(self.extra)
        return data


_INITIALIZE_RESULT = frozenset({"serverInfo", "protocolVersion", "capabilities", "limits"})


@dataclass(frozen=True, slots=True, kw_only=True)
class InputPayload:
    """What a person says, before it is queued or run. `how`: it is to begin a run, or to wait in the
    one that is live, where it is one message.
    """

    messages: tuple[Message, ...]
    how: Literal["prompt", "steer", "follow_up"]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> InputPayload:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                messages=tuple([parse_message(item) for item in data["messages"]]),
                how=data["how"],
                extra=unknown_members(data, _INPUT_PAYLOAD),
            )
        except KeyError as member:
            raise missing("InputPayload", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "messages": [item.to_wire() for item in self.messages],
            "how": self.how,
        }
        data.update(self.extra)
        return data


_INPUT_PAYLOAD = frozenset({"messages", "how"})


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelParams:
    """The label of an entry; null is none."""

    session_id: str
    entry_id: str
    label: str | None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> LabelParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                entry_id=data["entryId"],
                label=data["label"],
                extra=unknown_members(data, _LABEL_PARAMS),
            )
        except KeyError as member:
            raise missing("LabelParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "entryId": self.entry_id,
            "label": self.label,
        }
        data.update(self.extra)
        return data


_LABEL_PARAMS = frozenset({"sessionId", "entryId", "label"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits in force."""

    max_frame_bytes: int
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Limits:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                max_frame_bytes=data["maxFrameBytes"],
                extra=unknown_members(data, _LIMITS),
            )
        except KeyError as member:
            raise missing("Limits", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "maxFrameBytes": self.max_frame_bytes,
        }
        data.update(self.extra)
        return data


_LIMITS = frozenset({"maxFrameBytes"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageEnd:
    """A message is complete. `message` is absent if its start was never sent to this client;
    `discarded`: it never enters history.
    """

    type: ClassVar[Literal["message_end"]] = "message_end"
    message_id: str
    message: Message | None = None
    discarded: Literal[True] | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> MessageEnd:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                message_id=data["messageId"],
                message=None if data.get("message") is None else parse_message(data["message"]),
                discarded=data.get("discarded"),
                extra=unknown_members(data, _MESSAGE_END),
            )
        except KeyError as member:
            raise missing("MessageEnd", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "messageId": self.message_id,
        }
        if self.message is not None:
            data["message"] = self.message.to_wire()
        if self.discarded is not None:
            data["discarded"] = self.discarded
        data.update(self.extra)
        return data


_MESSAGE_END = frozenset({"type", "messageId", "message", "discarded"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageStart:
    """A message begins: whole for every role but the assistant."""

    type: ClassVar[Literal["message_start"]] = "message_start"
    message: Message
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> MessageStart:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                message=parse_message(data["message"]),
                extra=unknown_members(data, _MESSAGE_START),
            )
        except KeyError as member:
            raise missing("MessageStart", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "message": self.message.to_wire(),
        }
        data.update(self.extra)
        return data


_MESSAGE_START = frozenset({"type", "message"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageUpdate:
    """A streamed piece of an assistant message; `message` is the whole message so far."""

    type: ClassVar[Literal["message_update"]] = "message_update"
    delta: str
    delta_kind: DeltaKind
    content_index: int
    block: ContentBlock | None = None
    chunk: Any = None
    build_message: Callable[[], AssistantMessage] = dataclasses.field(repr=False, compare=False)
    """Builds `message` when it is first read."""
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @property
    def message(self) -> AssistantMessage:
        """Built when it is first read; the same object ever after. Absent from the wire form."""
        built = self.build_message()
        object.__setattr__(self, "build_message", lambda: built)
        return built

    @classmethod
    def from_wire(cls, data: JsonObject, build_message: Callable[[], AssistantMessage] | None = None) -> MessageUpdate:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                delta=data["delta"],
                delta_kind=data["deltaKind"],
                content_index=data["contentIndex"],
                block=None if data.get("block") is None else parse_content_block(data["block"]),
                chunk=data.get("chunk"),
                build_message=build_message or sent(data, "MessageUpdate", "message", AssistantMessage.from_wire),
                extra=unknown_members(data, _MESSAGE_UPDATE),
            )
        except KeyError as member:
            raise missing("MessageUpdate", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "delta": self.delta,
            "deltaKind": self.delta_kind,
            "contentIndex": self.content_index,
        }
        if self.block is not None:
            data["block"] = self.block.to_wire()
        if self.chunk is not None:
            data["chunk"] = self.chunk
        data.update(self.extra)
        return data


_MESSAGE_UPDATE = frozenset({"type", "delta", "deltaKind", "contentIndex", "block", "message", "chunk"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCapabilities:
    """What a model can do."""

    thinking: bool
    images: bool
    tools: bool
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ModelCapabilities:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                thinking=data["thinking"],
                images=data["images"],
                tools=data["tools"],
                extra=unknown_members(data, _MODEL_CAPABILITIES),
            )
        except KeyError as member:
            raise missing("ModelCapabilities", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "thinking": self.thinking,
            "images": self.images,
            "tools": self.tools,
        }
        data.update(self.extra)
        return data


_MODEL_CAPABILITIES = frozenset({"thinking", "images", "tools"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChanged:
    """The model was changed."""

    type: ClassVar[Literal["model_changed"]] = "model_changed"
    from_: ModelRef
    to: ModelRef
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ModelChanged:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                from_=ModelRef.from_wire(data["from"]),
                to=ModelRef.from_wire(data["to"]),
                extra=unknown_members(data, _MODEL_CHANGED),
            )
        except KeyError as member:
            raise missing("ModelChanged", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "from": self.from_.to_wire(),
            "to": self.to.to_wire(),
        }
        data.update(self.extra)
        return data


_MODEL_CHANGED = frozenset({"type", "from", "to"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """A model; the windows are in tokens."""

    provider: str
    id: str
    name: str | None = None
    context_window: int
    max_output_tokens: int
    capabilities: ModelCapabilities
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ModelInfo:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                provider=data["provider"],
                id=data["id"],
                name=data.get("name"),
                context_window=data["contextWindow"],
                max_output_tokens=data["maxOutputTokens"],
                capabilities=ModelCapabilities.from_wire(data["capabilities"]),
                extra=unknown_members(data, _MODEL_INFO),
            )
        except KeyError as member:
            raise missing("ModelInfo", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "provider": self.provider,
            "id": self.id,
            "contextWindow": self.context_window,
            "maxOutputTokens": self.max_output_tokens,
            "capabilities": self.capabilities.to_wire(),
        }
        if self.name is not None:
            data["name"] = self.name
        data.update(self.extra)
        return data


_MODEL_INFO = frozenset({"provider", "id", "name", "contextWindow", "maxOutputTokens", "capabilities"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelList:
    """The models to choose from; `default` is what a session gets that asks for none."""

    models: tuple[ModelInfo, ...]
    default: ModelRef | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ModelList:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                models=tuple([ModelInfo.from_wire(item) for item in data["models"]]),
                default=None if data.get("default") is None else ModelRef.from_wire(data["default"]),
                extra=unknown_members(data, _MODEL_LIST),
            )
        except KeyError as member:
            raise missing("ModelList", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "models": [item.to_wire() for item in self.models],
        }
        if self.default is not None:
            data["default"] = self.default.to_wire()
        data.update(self.extra)
        return data


_MODEL_LIST = frozenset({"models", "default"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRef:
    """Names one model of one provider."""

    provider: str
    id: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ModelRef:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                provider=data["provider"],
                id=data["id"],
                extra=unknown_members(data, _MODEL_REF),
            )
        except KeyError as member:
            raise missing("ModelRef", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "provider": self.provider,
            "id": self.id,
        }
        data.update(self.extra)
        return data


_MODEL_REF = frozenset({"provider", "id"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequestPatch:
    """What of a request is changed; `tools` names those that the model is still told of."""

    system_prompt: str | None = None
    thinking_level: ThinkingLevel | None = None
    tools: tuple[str, ...] | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ModelRequestPatch:
        """Reads the wire form."""
        return cls(
            system_prompt=data.get("systemPrompt"),
            thinking_level=data.get("thinkingLevel"),
            tools=None if data.get("tools") is None else tuple(data["tools"]),
            extra=unknown_members(data, _MODEL_REQUEST_PATCH),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {}
        if self.system_prompt is not None:
            data["systemPrompt"] = self.system_prompt
        if self.thinking_level is not None:
            data["thinkingLevel"] = self.thinking_level
        if self.tools is not None:
            data["tools"] = list(self.tools)
        data.update(self.extra)
        return data


_MODEL_REQUEST_PATCH = frozenset({"systemPrompt", "thinkingLevel", "tools"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequestPayload:
    """The request as the model will get it, after all else: the ids of all messages in order, and the
    bodies of those this connection was not sent.
    """

    message_ids: tuple[str, ...]
    messages: tuple[Message, ...]
    system_prompt: str
    thinking_level: ThinkingLevel
    tools: tuple[OfferedTool, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ModelRequestPayload:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                message_ids=tuple(data["messageIds"]),
                messages=tuple([parse_message(item) for item in data["messages"]]),
                system_prompt=data["systemPrompt"],
                thinking_level=data["thinkingLevel"],
                tools=tuple([OfferedTool.from_wire(item) for item in data["tools"]]),
                extra=unknown_members(data, _MODEL_REQUEST_PAYLOAD),
            )
        except KeyError as member:
            raise missing("ModelRequestPayload", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "messageIds": list(self.message_ids),
            "messages": [item.to_wire() for item in self.messages],
            "systemPrompt": self.system_prompt,
            "thinkingLevel": self.thinking_level,
            "tools": [item.to_wire() for item in self.tools],
        }
        data.update(self.extra)
        return data


_MODEL_REQUEST_PAYLOAD = frozenset({"messageIds", "messages", "systemPrompt", "thinkingLevel", "tools"})


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigateParams:
    """The entry to go on behind; null stands for the beginning."""

    session_id: str
    entry_id: str | None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> NavigateParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                entry_id=data["entryId"],
                extra=unknown_members(data, _NAVIGATE_PARAMS),
            )
        except KeyError as member:
            raise missing("NavigateParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "entryId": self.entry_id,
        }
        data.update(self.extra)
        return data


_NAVIGATE_PARAMS = frozenset({"sessionId", "entryId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigatePayload:
    """The entry that the session is to go on behind; null is its beginning."""

    entry_id: str | None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> NavigatePayload:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                entry_id=data["entryId"],
                extra=unknown_members(data, _NAVIGATE_PAYLOAD),
            )
        except KeyError as member:
            raise missing("NavigatePayload", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "entryId": self.entry_id,
        }
        data.update(self.extra)
        return data


_NAVIGATE_PAYLOAD = frozenset({"entryId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something worth telling a person."""

    type: ClassVar[Literal["notice"]] = "notice"
    level: Literal["info", "warning"]
    message: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Notice:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                level=data["level"],
                message=data["message"],
                extra=unknown_members(data, _NOTICE),
            )
        except KeyError as member:
            raise missing("Notice", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "level": self.level,
            "message": self.message,
        }
        data.update(self.extra)
        return data


_NOTICE = frozenset({"type", "level", "message"})


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedTool:
    """A tool as the model is told of it. `jsonSchema` describes its arguments."""

    name: str
    description: str
    json_schema: JsonObject
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> OfferedTool:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                name=data["name"],
                description=data["description"],
                json_schema=data["jsonSchema"],
                extra=unknown_members(data, _OFFERED_TOOL),
            )
        except KeyError as member:
            raise missing("OfferedTool", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "name": self.name,
            "description": self.description,
            "jsonSchema": self.json_schema,
        }
        data.update(self.extra)
        return data


_OFFERED_TOOL = frozenset({"name", "description", "jsonSchema"})


@dataclass(frozen=True, slots=True, kw_only=True)
class OpaqueBlock:
    """A provider's block that this version does not know, kept verbatim."""

    type: ClassVar[Literal["opaque"]] = "opaque"
    provider: str
    data: Any
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> OpaqueBlock:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                provider=data["provider"],
                data=data["data"],
                extra=unknown_members(data, _OPAQUE_BLOCK),
            )
        except KeyError as member:
            raise missing("OpaqueBlock", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "provider": self.provider,
            "data": self.data,
        }
        data.update(self.extra)
        return data


_OPAQUE_BLOCK = frozenset({"type", "provider", "data"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginError:
    """A plugin failed in one hook; everybody else goes on."""

    type: ClassVar[Literal["plugin_error"]] = "plugin_error"
    plugin: str
    hook: str
    message: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> PluginError:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                plugin=data["plugin"],
                hook=data["hook"],
                message=data["message"],
                extra=unknown_members(data, _PLUGIN_ERROR),
            )
        except KeyError as member:
            raise missing("PluginError", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "plugin": self.plugin,
            "hook": self.hook,
            "message": self.message,
        }
        data.update(self.extra)
        return data


_PLUGIN_ERROR = frozenset({"type", "plugin", "hook", "message"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginInfo:
    """A plugin: its state, its hooks that interfere, and its last error."""

    name: str
    source: str
    status: Literal["loaded", "failed", "quarantined", "lost", "unloaded"]
    hooks: tuple[HookInfo, ...]
    last_error: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> PluginInfo:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                name=data["name"],
                source=data["source"],
                status=data["status"],
                hooks=tuple([HookInfo.from_wire(item) for item in data["hooks"]]),
                last_error=data.get("lastError"),
                extra=unknown_members(data, _PLUGIN_INFO),
            )
        except KeyError as member:
            raise missing("PluginInfo", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "name": self.name,
            "source": self.source,
            "status": self.status,
            "hooks": [item.to_wire() for item in self.hooks],
        }
        if self.last_error is not None:
            data["lastError"] = self.last_error
        data.update(self.extra)
        return data


_PLUGIN_INFO = frozenset({"name", "source", "status", "hooks", "lastError"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginList:
    """The plugins, in load order."""

    plugins: tuple[PluginInfo, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> PluginList:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                plugins=tuple([PluginInfo.from_wire(item) for item in data["plugins"]]),
                extra=unknown_members(data, _PLUGIN_LIST),
            )
        except KeyError as member:
            raise missing("PluginList", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "plugins": [item.to_wire() for item in self.plugins],
        }
        data.update(self.extra)
        return data


_PLUGIN_LIST = frozenset({"plugins"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginLoadParams:
    """An absolute path of a file or folder that holds a plugin."""

    path: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> PluginLoadParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                path=data["path"],
                extra=unknown_members(data, _PLUGIN_LOAD_PARAMS),
            )
        except KeyError as member:
            raise missing("PluginLoadParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "path": self.path,
        }
        data.update(self.extra)
        return data


_PLUGIN_LOAD_PARAMS = frozenset({"path"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginParams:
    """Names a plugin."""

    name: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> PluginParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                name=data["name"],
                extra=unknown_members(data, _PLUGIN_PARAMS),
            )
        except KeyError as member:
            raise missing("PluginParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "name": self.name,
        }
        data.update(self.extra)
        return data


_PLUGIN_PARAMS = frozenset({"name"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginResult:
    """What became of the plugin; one that could not be set up is `failed`, with its error."""

    plugin: PluginInfo
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> PluginResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                plugin=PluginInfo.from_wire(data["plugin"]),
                extra=unknown_members(data, _PLUGIN_RESULT),
            )
        except KeyError as member:
            raise missing("PluginResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "plugin": self.plugin.to_wire(),
        }
        data.update(self.extra)
        return data


_PLUGIN_RESULT = frozenset({"plugin"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginStatus:
    """A plugin came or went; a `lost` guard stays as a shut gate."""

    type: ClassVar[Literal["plugin_status"]] = "plugin_status"
    plugin: str
    status: Literal["loaded", "quarantined", "lost", "unloaded"]
    message: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> PluginStatus:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                plugin=data["plugin"],
                status=data["status"],
                message=data.get("message"),
                extra=unknown_members(data, _PLUGIN_STATUS),
            )
        except KeyError as member:
            raise missing("PluginStatus", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "plugin": self.plugin,
            "status": self.status,
        }
        if self.message is not None:
            data["message"] = self.message
        data.update(self.extra)
        return data


_PLUGIN_STATUS = frozenset({"type", "plugin", "status", "message"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressParams:
    """What a client's tool says while it runs. What is none is logged, shown to nobody, and fails the
    call of the tool.
    """

    token: str
    value: ToolProgress
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ProgressParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                token=data["token"],
                value=ToolProgress.from_wire(data["value"]),
                extra=unknown_members(data, _PROGRESS_PARAMS),
            )
        except KeyError as member:
            raise missing("ProgressParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "token": self.token,
            "value": self.value.to_wire(),
        }
        data.update(self.extra)
        return data


_PROGRESS_PARAMS = frozenset({"token", "value"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptParams:
    """Starts a run with `text` or `content` (exactly one). The caller mints `promptId`. `whenBusy`
    says what becomes of it while a run is live. `model`, `thinkingLevel` and `tools` (the only ones
    offered) hold for its run alone; a prompt with any of them never joins a live run.
    """

    session_id: str
    prompt_id: str
    text: str | None = None
    content: tuple[ContentBlock, ...] | None = None
    model: ModelRef | None = None
    thinking_level: ThinkingLevel | None = None
    tools: tuple[str, ...] | None = None
    when_busy: WhenBusy | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> PromptParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                prompt_id=data["promptId"],
                text=data.get("text"),
                content=None if data.get("content") is None else tuple([parse_content_block(item) for item in data["content"]]),
                model=None if data.get("model") is None else ModelRef.from_wire(data["model"]),
                thinking_level=data.get("thinkingLevel"),
                tools=None if data.get("tools") is None else tuple(data["tools"]),
                when_busy=data.get("whenBusy"),
                extra=unknown_members(data, _PROMPT_PARAMS),
            )
        except KeyError as member:
            raise missing("PromptParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "promptId": self.prompt_id,
        }
        if self.text is not None:
            data["text"] = self.text
        if self.content is not None:
            data["content"] = [item.to_wire() for item in self.content]
        if self.model is not None:
            data["model"] = self.model.to_wire()
        if self.thinking_level is not None:
            data["thinkingLevel"] = self.thinking_level
        if self.tools is not None:
            data["tools"] = list(self.tools)
        if self.when_busy is not None:
            data["whenBusy"] = self.when_busy
        data.update(self.extra)
        return data


_PROMPT_PARAMS = frozenset({"sessionId", "promptId", "text", "content", "model", "thinkingLevel", "tools", "whenBusy"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptResult:
    """The run that answered the prompt, after all its events. `queued` instead: the run ended without
    taking it, the item waits for the next.
    """

    prompt_id: str
    run_id: str | None = None
    summary: RunSummary | None = None
    queued: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> PromptResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                prompt_id=data["promptId"],
                run_id=data.get("runId"),
                summary=None if data.get("summary") is None else RunSummary.from_wire(data["summary"]),
                queued=data.get("queued"),
                extra=unknown_members(data, _PROMPT_RESULT),
            )
        except KeyError as member:
            raise missing("PromptResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "promptId": self.prompt_id,
        }
        if self.run_id is not None:
            data["runId"] = self.run_id
        if self.summary is not None:
            data["summary"] = self.summary.to_wire()
        if self.queued is not None:
            data["queued"] = self.queued
        data.update(self.extra)
        return data


_PROMPT_RESULT = frozenset({"promptId", "runId", "summary", "queued"})


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionOption:
    """What a person may choose; it is shown as `label`, or as its `value` if it has none."""

    value: str
    label: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> QuestionOption:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                value=data["value"],
                label=data.get("label"),
                extra=unknown_members(data, _QUESTION_OPTION),
            )
        except KeyError as member:
            raise missing("QuestionOption", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "value": self.value,
        }
        if self.label is not None:
            data["label"] = self.label
        data.update(self.extra)
        return data


_QUESTION_OPTION = frozenset({"value", "label"})


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueItem:
    """A message that waits for its turn; `id` is the id its message will have."""

    id: str
    text: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> QueueItem:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                id=data["id"],
                text=data["text"],
                extra=unknown_members(data, _QUEUE_ITEM),
            )
        except KeyError as member:
            raise missing("QueueItem", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "id": self.id,
            "text": self.text,
        }
        data.update(self.extra)
        return data


_QUEUE_ITEM = frozenset({"id", "text"})


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueList:
    """What waits: steering is taken after the next tool or turn, a follow-up when the run would stop."""

    steering: tuple[QueueItem, ...]
    follow_up: tuple[QueueItem, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> QueueList:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                steering=tuple([QueueItem.from_wire(item) for item in data["steering"]]),
                follow_up=tuple([QueueItem.from_wire(item) for item in data["followUp"]]),
                extra=unknown_members(data, _QUEUE_LIST),
            )
        except KeyError as member:
            raise missing("QueueList", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "steering": [item.to_wire() for item in self.steering],
            "followUp": [item.to_wire() for item in self.follow_up],
        }
        data.update(self.extra)
        return data


_QUEUE_LIST = frozenset({"steering", "followUp"})


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRemoveParams:
    """Names waiting messages."""

    session_id: str
    item_ids: tuple[str, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> QueueRemoveParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                item_ids=tuple(data["itemIds"]),
                extra=unknown_members(data, _QUEUE_REMOVE_PARAMS),
            )
        except KeyError as member:
            raise missing("QueueRemoveParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "itemIds": list(self.item_ids),
        }
        data.update(self.extra)
        return data


_QUEUE_REMOVE_PARAMS = frozenset({"sessionId", "itemIds"})


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRemoved:
    """The messages that did wait and wait no more."""

    removed: tuple[str, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> QueueRemoved:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                removed=tuple(data["removed"]),
                extra=unknown_members(data, _QUEUE_REMOVED),
            )
        except KeyError as member:
            raise missing("QueueRemoved", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "removed": list(self.removed),
        }
        data.update(self.extra)
        return data


_QUEUE_REMOVED = frozenset({"removed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueUpdate:
    """The waiting messages changed."""

    type: ClassVar[Literal["queue_update"]] = "queue_update"
    steering: tuple[QueueItem, ...]
    follow_up: tuple[QueueItem, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> QueueUpdate:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                steering=tuple([QueueItem.from_wire(item) for item in data["steering"]]),
                follow_up=tuple([QueueItem.from_wire(item) for item in data["followUp"]]),
                extra=unknown_members(data, _QUEUE_UPDATE),
            )
        except KeyError as member:
            raise missing("QueueUpdate", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "steering": [item.to_wire() for item in self.steering],
            "followUp": [item.to_wire() for item in self.follow_up],
        }
        data.update(self.extra)
        return data


_QUEUE_UPDATE = frozenset({"type", "steering", "followUp"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """What was not registered, and why."""

    id: str
    reason: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Rejected:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                id=data["id"],
                reason=data["reason"],
                extra=unknown_members(data, _REJECTED),
            )
        except KeyError as member:
            raise missing("Rejected", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "id": self.id,
            "reason": self.reason,
        }
        data.update(self.extra)
        return data


_REJECTED = frozenset({"id", "reason"})


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameParams:
    """The name of a session; null is none."""

    session_id: str
    name: str | None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> RenameParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                name=data["name"],
                extra=unknown_members(data, _RENAME_PARAMS),
            )
        except KeyError as member:
            raise missing("RenameParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "name": self.name,
        }
        data.update(self.extra)
        return data


_RENAME_PARAMS = frozenset({"sessionId", "name"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """The model is called again after `delayMs`."""

    type: ClassVar[Literal["retry"]] = "retry"
    attempt: int
    max_attempts: int
    delay_ms: int
    error: ErrorInfo
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Retry:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                attempt=data["attempt"],
                max_attempts=data["maxAttempts"],
                delay_ms=data["delayMs"],
                error=ErrorInfo.from_wire(data["error"]),
                extra=unknown_members(data, _RETRY),
            )
        except KeyError as member:
            raise missing("Retry", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "attempt": self.attempt,
            "maxAttempts": self.max_attempts,
            "delayMs": self.delay_ms,
            "error": self.error.to_wire(),
        }
        data.update(self.extra)
        return data


_RETRY = frozenset({"type", "attempt", "maxAttempts", "delayMs", "error"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """A hook that gave a call other arguments, and how long it took."""

    by: str
    hook_id: str
    duration_ms: int
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Rewrite:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                by=data["by"],
                hook_id=data["hookId"],
                duration_ms=data["durationMs"],
                extra=unknown_members(data, _REWRITE),
            )
        except KeyError as member:
            raise missing("Rewrite", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "by": self.by,
            "hookId": self.hook_id,
            "durationMs": self.duration_ms,
        }
        data.update(self.extra)
        return data


_REWRITE = frozenset({"by", "hookId", "durationMs"})


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """Facts of a run."""

    turn_count: int
    tool_calls: int
    tool_errors: int
    end_reason: EndReason
    usage: Usage
    duration_ms: int
    error: ErrorInfo | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> RunSummary:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                turn_count=data["turnCount"],
                tool_calls=data["toolCalls"],
                tool_errors=data["toolErrors"],
                end_reason=data["endReason"],
                usage=Usage.from_wire(data["usage"]),
                duration_ms=data["durationMs"],
                error=None if data.get("error") is None else ErrorInfo.from_wire(data["error"]),
                extra=unknown_members(data, _RUN_SUMMARY),
            )
        except KeyError as member:
            raise missing("RunSummary", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "turnCount": self.turn_count,
            "toolCalls": self.tool_calls,
            "toolErrors": self.tool_errors,
            "endReason": self.end_reason,
            "usage": self.usage.to_wire(),
            "durationMs": self.duration_ms,
        }
        if self.error is not None:
            data["error"] = self.error.to_wire()
        data.update(self.extra)
        return data


_RUN_SUMMARY = frozenset({"turnCount", "toolCalls", "toolErrors", "endReason", "usage", "durationMs", "error"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerStatus:
    """How the server fares. `memoryBytes` is what the process occupies."""

    version: str
    pid: int
    uptime_ms: int
    memory_bytes: int
    clients: int
    sessions: int
    runs: int
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ServerStatus:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                version=data["version"],
                pid=data["pid"],
                uptime_ms=data["uptimeMs"],
                memory_bytes=data["memoryBytes"],
                clients=data["clients"],
                sessions=data["sessions"],
                runs=data["runs"],
                extra=unknown_members(data, _SERVER_STATUS),
            )
        except KeyError as member:
            raise missing("ServerStatus", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "version": self.version,
            "pid": self.pid,
            "uptimeMs": self.uptime_ms,
            "memoryBytes": self.memory_bytes,
            "clients": self.clients,
            "sessions": self.sessions,
            "runs": self.runs,
        }
        data.update(self.extra)
        return data


_SERVER_STATUS = frozenset({"version", "pid", "uptimeMs", "memoryBytes", "clients", "sessions", "runs"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionCreateParams:
    """Makes a session and subscribes the caller. `cwd` is an absolute path, the server's own folder if
    absent; `model` the default if absent.
    """

    cwd: str | None = None
    model: ModelRef | None = None
    thinking_level: ThinkingLevel | None = None
    system_prompt: str | None = None
    max_turns: int | None = None
    budget: Budget | None = None
    compaction: CompactionSettings | None = None
    snapshots: bool | None = None
    chunks: bool | None = None
    types: tuple[str, ...] | None = None
    window_bytes: int | None = None
    acknowledge: bool | None = None
    when_full: WhenFull | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionCreateParams:
        """Reads the wire form."""
        return cls(
            cwd=data.get("cwd"),
            model=None if data.get("model") is None else ModelRef.from_wire(data["model"]),
            thinking_level=data.get("thinkingLevel"),
            system_prompt=data.get("systemPrompt"),
            max_turns=data.get("maxTurns"),
            budget=None if data.get("budget") is None else Budget.from_wire(data["budget"]),
            compaction=None if data.get("compaction") is None else CompactionSettings.from_wire(data["compaction"]),
            snapshots=data.get("snapshots"),
            chunks=data.get("chunks"),
            types=None if data.get("types") is None else tuple(data["types"]),
            window_bytes=data.get("windowBytes"),
            acknowledge=data.get("acknowledge"),
            when_full=data.get("whenFull"),
            extra=unknown_members(data, _SESSION_CREATE_PARAMS),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {}
        if self.cwd is not None:
            data["cwd"] = self.cwd
        if self.model is not None:
            data["model"] = self.model.to_wire()
        if self.thinking_level is not None:
            data["thinkingLevel"] = self.thinking_level
        if self.system_prompt is not None:
            data["systemPrompt"] = self.system_prompt
        if self.max_turns is not None:
            data["maxTurns"] = self.max_turns
        if self.budget is not None:
            data["budget"] = self.budget.to_wire()
        if self.compaction is not None:
            data["compaction"] = self.compaction.to_wire()
        if self.snapshots is not None:
            data["snapshots"] = self.snapshots
        if self.chunks is not None:
            data["chunks"] = self.chunks
        if self.types is not None:
            data["types"] = list(self.types)
        if self.window_bytes is not None:
            data["windowBytes"] = self.window_bytes
        if self.acknowledge is not None:
            data["acknowledge"] = self.acknowledge
        if self.when_full is not None:
            data["whenFull"] = self.when_full
        data.update(self.extra)
        return data


_SESSION_CREATE_PARAMS = frozenset({"cwd", "model", "thinkingLevel", "systemPrompt", "maxTurns", "budget", "compaction", "snapshots", "chunks", "types", "windowBytes", "acknowledge", "whenFull"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDecision:
    """Everybody who was asked about something that the session is about to do to itself."""

    type: ClassVar[Literal["session_decision"]] = "session_decision"
    point: Literal["session_before_navigate", "session_before_fork", "session_before_compact", "session_before_delete"]
    answer: Literal["allow", "block"]
    decisions: tuple[GuardDecision, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionDecision:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                point=data["point"],
                answer=data["answer"],
                decisions=tuple([GuardDecision.from_wire(item) for item in data["decisions"]]),
                extra=unknown_members(data, _SESSION_DECISION),
            )
        except KeyError as member:
            raise missing("SessionDecision", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "point": self.point,
            "answer": self.answer,
            "decisions": [item.to_wire() for item in self.decisions],
        }
        data.update(self.extra)
        return data


_SESSION_DECISION = frozenset({"type", "point", "answer", "decisions"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEnd:
    """The session is over here: the last event of every subscription to it, whatever it asked for. One
    that was not deleted may be opened again.
    """

    type: ClassVar[Literal["session_end"]] = "session_end"
    reason: SessionEndReason
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionEnd:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                reason=data["reason"],
                extra=unknown_members(data, _SESSION_END),
            )
        except KeyError as member:
            raise missing("SessionEnd", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "reason": self.reason,
        }
        data.update(self.extra)
        return data


_SESSION_END = frozenset({"type", "reason"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionErrorEvent:
    """Something failed beside the run."""

    type: ClassVar[Literal["session_error"]] = "session_error"
    error: ErrorInfo
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionErrorEvent:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                error=ErrorInfo.from_wire(data["error"]),
                extra=unknown_members(data, _SESSION_ERROR_EVENT),
            )
        except KeyError as member:
            raise missing("SessionErrorEvent", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "error": self.error.to_wire(),
        }
        data.update(self.extra)
        return data


_SESSION_ERROR_EVENT = frozenset({"type", "error"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEventParams:
    """An event with its place. `prev` is the seq sent before it, absent when that is `seq - 1`; `at`
    is absent on deltas. `leftOut`: it was larger than a message may be, and came without its large
    parts; texts say how much is gone.
    """

    session_id: str
    seq: int
    prev: int | None = None
    at: int | None = None
    run_id: str | None = None
    prompt_ids: tuple[str, ...] | None = None
    left_out: bool | None = None
    event: JsonObject
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionEventParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                seq=data["seq"],
                prev=data.get("prev"),
                at=data.get("at"),
                run_id=data.get("runId"),
                prompt_ids=None if data.get("promptIds") is None else tuple(data["promptIds"]),
                left_out=data.get("leftOut"),
                event=data["event"],
                extra=unknown_members(data, _SESSION_EVENT_PARAMS),
            )
        except KeyError as member:
            raise missing("SessionEventParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "seq": self.seq,
            "event": self.event,
        }
        if self.prev is not None:
            data["prev"] = self.prev
        if self.at is not None:
            data["at"] = self.at
        if self.run_id is not None:
            data["runId"] = self.run_id
        if self.prompt_ids is not None:
            data["promptIds"] = list(self.prompt_ids)
        if self.left_out is not None:
            data["leftOut"] = self.left_out
        data.update(self.extra)
        return data


_SESSION_EVENT_PARAMS = frozenset({"sessionId", "seq", "prev", "at", "runId", "promptIds", "leftOut", "event"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionIdle:
    """Nothing runs and nothing will start by itself."""

    type: ClassVar[Literal["session_idle"]] = "session_idle"
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionIdle:
        """Reads the wire form."""
        return cls(
            extra=unknown_members(data, _SESSION_IDLE),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
        }
        data.update(self.extra)
        return data


_SESSION_IDLE = frozenset({"type"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInfo:
    """A session in a list. `isOpen`: this process has it open. Times are Unix milliseconds."""

    session_id: str
    cwd: str
    name: str | None = None
    created_at: int | None = None
    updated_at: int | None = None
    is_running: bool
    is_open: bool | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionInfo:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                cwd=data["cwd"],
                name=data.get("name"),
                created_at=data.get("createdAt"),
                updated_at=data.get("updatedAt"),
                is_running=data["isRunning"],
                is_open=data.get("isOpen"),
                extra=unknown_members(data, _SESSION_INFO),
            )
        except KeyError as member:
            raise missing("SessionInfo", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "cwd": self.cwd,
            "isRunning": self.is_running,
        }
        if self.name is not None:
            data["name"] = self.name
        if self.created_at is not None:
            data["createdAt"] = self.created_at
        if self.updated_at is not None:
            data["updatedAt"] = self.updated_at
        if self.is_open is not None:
            data["isOpen"] = self.is_open
        data.update(self.extra)
        return data


_SESSION_INFO = frozenset({"sessionId", "cwd", "name", "createdAt", "updatedAt", "isRunning", "isOpen"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInfoChanged:
    """The session's name was changed, or the label of `entryId`; null is none."""

    type: ClassVar[Literal["session_info_changed"]] = "session_info_changed"
    field: Literal["name", "label"]
    entry_id: str | None = None
    from_: str | None
    to: str | None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionInfoChanged:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                field=data["field"],
                entry_id=data.get("entryId"),
                from_=data["from"],
                to=data["to"],
                extra=unknown_members(data, _SESSION_INFO_CHANGED),
            )
        except KeyError as member:
            raise missing("SessionInfoChanged", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "field": self.field,
            "from": self.from_,
            "to": self.to,
        }
        if self.entry_id is not None:
            data["entryId"] = self.entry_id
        data.update(self.extra)
        return data


_SESSION_INFO_CHANGED = frozenset({"type", "field", "entryId", "from", "to"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionList:
    """The sessions that this process has open, then the others that are kept."""

    sessions: tuple[SessionInfo, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionList:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                sessions=tuple([SessionInfo.from_wire(item) for item in data["sessions"]]),
                extra=unknown_members(data, _SESSION_LIST),
            )
        except KeyError as member:
            raise missing("SessionList", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessions": [item.to_wire() for item in self.sessions],
        }
        data.update(self.extra)
        return data


_SESSION_LIST = frozenset({"sessions"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpenParams:
    """Names a session that is kept, and says what its events are to carry."""

    session_id: str
    snapshots: bool | None = None
    chunks: bool | None = None
    types: tuple[str, ...] | None = None
    window_bytes: int | None = None
    acknowledge: bool | None = None
    when_full: WhenFull | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionOpenParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                snapshots=data.get("snapshots"),
                chunks=data.get("chunks"),
                types=None if data.get("types") is None else tuple(data["types"]),
                window_bytes=data.get("windowBytes"),
                acknowledge=data.get("acknowledge"),
                when_full=data.get("whenFull"),
                extra=unknown_members(data, _SESSION_OPEN_PARAMS),
            )
        except KeyError as member:
            raise missing("SessionOpenParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
        }
        if self.snapshots is not None:
            data["snapshots"] = self.snapshots
        if self.chunks is not None:
            data["chunks"] = self.chunks
        if self.types is not None:
            data["types"] = list(self.types)
        if self.window_bytes is not None:
            data["windowBytes"] = self.window_bytes
        if self.acknowledge is not None:
            data["acknowledge"] = self.acknowledge
        if self.when_full is not None:
            data["whenFull"] = self.when_full
        data.update(self.extra)
        return data


_SESSION_OPEN_PARAMS = frozenset({"sessionId", "snapshots", "chunks", "types", "windowBytes", "acknowledge", "whenFull"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpenResult:
    """The state, the seq it stands for, and what a person should know of the session as it was found:
    cut, unreadable, unknown.
    """

    session_id: str
    seq: int
    state: SessionState
    findings: tuple[str, ...] | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionOpenResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                seq=data["seq"],
                state=SessionState.from_wire(data["state"]),
                findings=None if data.get("findings") is None else tuple(data["findings"]),
                extra=unknown_members(data, _SESSION_OPEN_RESULT),
            )
        except KeyError as member:
            raise missing("SessionOpenResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "seq": self.seq,
            "state": self.state.to_wire(),
        }
        if self.findings is not None:
            data["findings"] = list(self.findings)
        data.update(self.extra)
        return data


_SESSION_OPEN_RESULT = frozenset({"sessionId", "seq", "state", "findings"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionParams:
    """Names a session."""

    session_id: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                extra=unknown_members(data, _SESSION_PARAMS),
            )
        except KeyError as member:
            raise missing("SessionParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
        }
        data.update(self.extra)
        return data


_SESSION_PARAMS = frozenset({"sessionId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionResult:
    """The state, and the seq it stands for: the next event has a higher one."""

    session_id: str
    seq: int
    state: SessionState
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                seq=data["seq"],
                state=SessionState.from_wire(data["state"]),
                extra=unknown_members(data, _SESSION_RESULT),
            )
        except KeyError as member:
            raise missing("SessionResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "seq": self.seq,
            "state": self.state.to_wire(),
        }
        data.update(self.extra)
        return data


_SESSION_RESULT = frozenset({"sessionId", "seq", "state"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionState:
    """Where a session stands, without its history. `leaf` is the entry that the conversation goes on
    behind; `compacting` is there while what its model is shown is being made shorter, and prompts
    wait for that.
    """

    session_id: str
    cwd: str
    name: str | None = None
    leaf: str | None = None
    model: ModelRef | None = None
    thinking_level: ThinkingLevel
    is_running: bool
    run_id: str | None = None
    prompt_ids: tuple[str, ...] | None = None
    streaming_message: AssistantMessage | None = None
    pending_tool_calls: tuple[ToolCallInfo, ...]
    compacting: CompactionReason | None = None
    steering: tuple[QueueItem, ...]
    follow_up: tuple[QueueItem, ...]
    goal: Goal | None = None
    total_usage: Usage
    last_error: ErrorInfo | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SessionState:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                cwd=data["cwd"],
                name=data.get("name"),
                leaf=data.get("leaf"),
                model=None if data.get("model") is None else ModelRef.from_wire(data["model"]),
                thinking_level=data["thinkingLevel"],
                is_running=data["isRunning"],
                run_id=data.get("runId"),
                prompt_ids=None if data.get("promptIds") is None else tuple(data["promptIds"]),
                streaming_message=None if data.get("streamingMessage") is None else AssistantMessage.from_wire(data["streamingMessage"]),
                pending_tool_calls=tuple([ToolCallInfo.from_wire(item) for item in data["pendingToolCalls"]]),
                compacting=data.get("compacting"),
                steering=tuple([QueueItem.from_wire(item) for item in data["steering"]]),
                follow_up=tuple([QueueItem.from_wire(item) for item in data["followUp"]]),
                goal=None if data.get("goal") is None else Goal.from_wire(data["goal"]),
                total_usage=Usage.from_wire(data["totalUsage"]),
                last_error=None if data.get("lastError") is None else ErrorInfo.from_wire(data["lastError"]),
                extra=unknown_members(data, _SESSION_STATE),
            )
        except KeyError as member:
            raise missing("SessionState", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "cwd": self.cwd,
            "thinkingLevel": self.thinking_level,
            "isRunning": self.is_running,
            "pendingToolCalls": [item.to_wire() for item in self.pending_tool_calls],
            "steering": [item.to_wire() for item in self.steering],
            "followUp": [item.to_wire() for item in self.follow_up],
            "totalUsage": self.total_usage.to_wire(),
        }
        if self.name is not None:
            data["name"] = self.name
        if self.leaf is not None:
            data["leaf"] = self.leaf
        if self.model is not None:
            data["model"] = self.model.to_wire()
        if self.run_id is not None:
            data["runId"] = self.run_id
        if self.prompt_ids is not None:
            data["promptIds"] = list(self.prompt_ids)
        if self.streaming_message is not None:
            data["streamingMessage"] = self.streaming_message.to_wire()
        if self.compacting is not None:
            data["compacting"] = self.compacting
        if self.goal is not None:
            data["goal"] = self.goal.to_wire()
        if self.last_error is not None:
            data["lastError"] = self.last_error.to_wire()
        data.update(self.extra)
        return data


_SESSION_STATE = frozenset({"sessionId", "cwd", "name", "leaf", "model", "thinkingLevel", "isRunning", "runId", "promptIds", "streamingMessage", "pendingToolCalls", "compacting", "steering", "followUp", "goal", "totalUsage", "lastError"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGoalParams:
    """Gives the session a goal, or does something with the one it has."""

    session_id: str
    goal: GoalAction
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SetGoalParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                goal=GoalAction.from_wire(data["goal"]),
                extra=unknown_members(data, _SET_GOAL_PARAMS),
            )
        except KeyError as member:
            raise missing("SetGoalParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "goal": self.goal.to_wire(),
        }
        data.update(self.extra)
        return data


_SET_GOAL_PARAMS = frozenset({"sessionId", "goal"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGoalResult:
    """The goal as it is now; null is none."""

    goal: Goal | None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SetGoalResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                goal=None if data["goal"] is None else Goal.from_wire(data["goal"]),
                extra=unknown_members(data, _SET_GOAL_RESULT),
            )
        except KeyError as member:
            raise missing("SetGoalResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "goal": None if self.goal is None else self.goal.to_wire(),
        }
        data.update(self.extra)
        return data


_SET_GOAL_RESULT = frozenset({"goal"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SetModelParams:
    """Takes effect at the next model call."""

    session_id: str
    model: ModelRef
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SetModelParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                model=ModelRef.from_wire(data["model"]),
                extra=unknown_members(data, _SET_MODEL_PARAMS),
            )
        except KeyError as member:
            raise missing("SetModelParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "model": self.model.to_wire(),
        }
        data.update(self.extra)
        return data


_SET_MODEL_PARAMS = frozenset({"sessionId", "model"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SetThinkingLevelParams:
    """Takes effect at the next model call."""

    session_id: str
    thinking_level: ThinkingLevel
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SetThinkingLevelParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                thinking_level=data["thinkingLevel"],
                extra=unknown_members(data, _SET_THINKING_LEVEL_PARAMS),
            )
        except KeyError as member:
            raise missing("SetThinkingLevelParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "thinkingLevel": self.thinking_level,
        }
        data.update(self.extra)
        return data


_SET_THINKING_LEVEL_PARAMS = frozenset({"sessionId", "thinkingLevel"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SetToolsParams:
    """The names of the only tools to offer; null for all that there are."""

    session_id: str
    tools: tuple[str, ...] | None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SetToolsParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                tools=None if data["tools"] is None else tuple(data["tools"]),
                extra=unknown_members(data, _SET_TOOLS_PARAMS),
            )
        except KeyError as member:
            raise missing("SetToolsParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "tools": None if self.tools is None else list(self.tools),
        }
        data.update(self.extra)
        return data


_SET_TOOLS_PARAMS = frozenset({"sessionId", "tools"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsGetParams:
    """Which setting: the names of its members from the top, joined by dots; all of them if it is
    absent.
    """

    key: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SettingsGetParams:
        """Reads the wire form."""
        return cls(
            key=data.get("key"),
            extra=unknown_members(data, _SETTINGS_GET_PARAMS),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {}
        if self.key is not None:
            data["key"] = self.key
        data.update(self.extra)
        return data


_SETTINGS_GET_PARAMS = frozenset({"key"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsSetParams:
    """The setting and what it becomes; null takes it away. Written to the settings file, and in force
    for what is read of it from then on.
    """

    key: str
    value: Any
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SettingsSetParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                key=data["key"],
                value=data["value"],
                extra=unknown_members(data, _SETTINGS_SET_PARAMS),
            )
        except KeyError as member:
            raise missing("SettingsSetParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "key": self.key,
            "value": self.value,
        }
        data.update(self.extra)
        return data


_SETTINGS_SET_PARAMS = frozenset({"key", "value"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsValue:
    """What is set, in the form that the settings file has; absent where nothing is. A member that is
    named like a secret is `***`.
    """

    value: Any = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SettingsValue:
        """Reads the wire form."""
        return cls(
            value=data.get("value"),
            extra=unknown_members(data, _SETTINGS_VALUE),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {}
        if self.value is not None:
            data["value"] = self.value
        data.update(self.extra)
        return data


_SETTINGS_VALUE = frozenset({"value"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SteerParams:
    """Queues `text` or `content` (exactly one). Steering is taken after the next tool or turn, a
    follow-up when the run would stop.
    """

    session_id: str
    text: str | None = None
    content: tuple[ContentBlock, ...] | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SteerParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                text=data.get("text"),
                content=None if data.get("content") is None else tuple([parse_content_block(item) for item in data["content"]]),
                extra=unknown_members(data, _STEER_PARAMS),
            )
        except KeyError as member:
            raise missing("SteerParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
        }
        if self.text is not None:
            data["text"] = self.text
        if self.content is not None:
            data["content"] = [item.to_wire() for item in self.content]
        data.update(self.extra)
        return data


_STEER_PARAMS = frozenset({"sessionId", "text", "content"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SteerResult:
    """The id that the queued message will have."""

    item_id: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SteerResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                item_id=data["itemId"],
                extra=unknown_members(data, _STEER_RESULT),
            )
        except KeyError as member:
            raise missing("SteerResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "itemId": self.item_id,
        }
        data.update(self.extra)
        return data


_STEER_RESULT = frozenset({"itemId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemPromptPayload:
    """The system prompt of one request."""

    system_prompt: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> SystemPromptPayload:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                system_prompt=data["systemPrompt"],
                extra=unknown_members(data, _SYSTEM_PROMPT_PAYLOAD),
            )
        except KeyError as member:
            raise missing("SystemPromptPayload", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "systemPrompt": self.system_prompt,
        }
        data.update(self.extra)
        return data


_SYSTEM_PROMPT_PAYLOAD = frozenset({"systemPrompt"})


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBlock:
    """Plain text."""

    type: ClassVar[Literal["text"]] = "text"
    text: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> TextBlock:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                text=data["text"],
                extra=unknown_members(data, _TEXT_BLOCK),
            )
        except KeyError as member:
            raise missing("TextBlock", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "text": self.text,
        }
        data.update(self.extra)
        return data


_TEXT_BLOCK = frozenset({"type", "text"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingBlock:
    """What a model thought. `signature` is the provider's proof; `redacted` holds thinking that the
    provider encrypted, `thinking` is then empty.
    """

    type: ClassVar[Literal["thinking"]] = "thinking"
    thinking: str
    signature: str | None = None
    redacted: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ThinkingBlock:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                thinking=data["thinking"],
                signature=data.get("signature"),
                redacted=data.get("redacted"),
                extra=unknown_members(data, _THINKING_BLOCK),
            )
        except KeyError as member:
            raise missing("ThinkingBlock", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "thinking": self.thinking,
        }
        if self.signature is not None:
            data["signature"] = self.signature
        if self.redacted is not None:
            data["redacted"] = self.redacted
        data.update(self.extra)
        return data


_THINKING_BLOCK = frozenset({"type", "thinking", "signature", "redacted"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingLevelChanged:
    """The thinking level was changed."""

    type: ClassVar[Literal["thinking_level_changed"]] = "thinking_level_changed"
    from_: ThinkingLevel
    to: ThinkingLevel
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ThinkingLevelChanged:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                from_=data["from"],
                to=data["to"],
                extra=unknown_members(data, _THINKING_LEVEL_CHANGED),
            )
        except KeyError as member:
            raise missing("ThinkingLevelChanged", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "from": self.from_,
            "to": self.to,
        }
        data.update(self.extra)
        return data


_THINKING_LEVEL_CHANGED = frozenset({"type", "from", "to"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallBlock:
    """A model's wish to run a tool. `argsText` is the raw text while it streams, or when it does not
    parse; `args` is then `{}`.
    """

    type: ClassVar[Literal["tool_call"]] = "tool_call"
    id: str
    name: str
    args: JsonObject
    args_text: str | None = None
    provider_id: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolCallBlock:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                id=data["id"],
                name=data["name"],
                args=data["args"],
                args_text=data.get("argsText"),
                provider_id=data.get("providerId"),
                extra=unknown_members(data, _TOOL_CALL_BLOCK),
            )
        except KeyError as member:
            raise missing("ToolCallBlock", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "id": self.id,
            "name": self.name,
            "args": self.args,
        }
        if self.args_text is not None:
            data["argsText"] = self.args_text
        if self.provider_id is not None:
            data["providerId"] = self.provider_id
        data.update(self.extra)
        return data


_TOOL_CALL_BLOCK = frozenset({"type", "id", "name", "args", "argsText", "providerId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallInfo:
    """A tool call: its arguments as they are known at that point."""

    tool_call_id: str
    tool_name: str
    args: JsonObject
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolCallInfo:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                tool_call_id=data["toolCallId"],
                tool_name=data["toolName"],
                args=data["args"],
                extra=unknown_members(data, _TOOL_CALL_INFO),
            )
        except KeyError as member:
            raise missing("ToolCallInfo", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "toolCallId": self.tool_call_id,
            "toolName": self.tool_name,
            "args": self.args,
        }
        data.update(self.extra)
        return data


_TOOL_CALL_INFO = frozenset({"toolCallId", "toolName", "args"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDecision:
    """Everybody who was asked about one tool call, before it runs; `args` if the final ones differ
    from those of the model, `rewrittenBy` if hooks made them so. Without guards it is said of a
    call that was rewritten.
    """

    type: ClassVar[Literal["tool_decision"]] = "tool_decision"
    tool_call_id: str
    tool_name: str
    answer: Literal["allow", "block"]
    decisions: tuple[GuardDecision, ...]
    args: JsonObject | None = None
    rewritten_by: tuple[Rewrite, ...] | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolDecision:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                tool_call_id=data["toolCallId"],
                tool_name=data["toolName"],
                answer=data["answer"],
                decisions=tuple([GuardDecision.from_wire(item) for item in data["decisions"]]),
                args=data.get("args"),
                rewritten_by=None if data.get("rewrittenBy") is None else tuple([Rewrite.from_wire(item) for item in data["rewrittenBy"]]),
                extra=unknown_members(data, _TOOL_DECISION),
            )
        except KeyError as member:
            raise missing("ToolDecision", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "toolCallId": self.tool_call_id,
            "toolName": self.tool_name,
            "answer": self.answer,
            "decisions": [item.to_wire() for item in self.decisions],
        }
        if self.args is not None:
            data["args"] = self.args
        if self.rewritten_by is not None:
            data["rewrittenBy"] = [item.to_wire() for item in self.rewritten_by]
        data.update(self.extra)
        return data


_TOOL_DECISION = frozenset({"type", "toolCallId", "toolName", "answer", "decisions", "args", "rewrittenBy"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolExecuteParams:
    """The server runs a client's tool; its progress goes to `$/progress` under `progressToken`."""

    session_id: str
    tool_call_id: str
    tool_name: str
    args: JsonObject
    progress_token: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolExecuteParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                tool_call_id=data["toolCallId"],
                tool_name=data["toolName"],
                args=data["args"],
                progress_token=data["progressToken"],
                extra=unknown_members(data, _TOOL_EXECUTE_PARAMS),
            )
        except KeyError as member:
            raise missing("ToolExecuteParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "toolCallId": self.tool_call_id,
            "toolName": self.tool_name,
            "args": self.args,
            "progressToken": self.progress_token,
        }
        data.update(self.extra)
        return data


_TOOL_EXECUTE_PARAMS = frozenset({"sessionId", "toolCallId", "toolName", "args", "progressToken"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolExecutionEnd:
    """A tool call is over, exactly once per start."""

    type: ClassVar[Literal["tool_execution_end"]] = "tool_execution_end"
    tool_call_id: str
    tool_name: str
    result: ToolResult
    is_error: bool
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolExecutionEnd:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                tool_call_id=data["toolCallId"],
                tool_name=data["toolName"],
                result=ToolResult.from_wire(data["result"]),
                is_error=data["isError"],
                extra=unknown_members(data, _TOOL_EXECUTION_END),
            )
        except KeyError as member:
            raise missing("ToolExecutionEnd", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "toolCallId": self.tool_call_id,
            "toolName": self.tool_name,
            "result": self.result.to_wire(),
            "isError": self.is_error,
        }
        data.update(self.extra)
        return data


_TOOL_EXECUTION_END = frozenset({"type", "toolCallId", "toolName", "result", "isError"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolExecutionStart:
    """A tool call begins; `args` as the model gave them."""

    type: ClassVar[Literal["tool_execution_start"]] = "tool_execution_start"
    tool_call_id: str
    tool_name: str
    args: JsonObject
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolExecutionStart:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                tool_call_id=data["toolCallId"],
                tool_name=data["toolName"],
                args=data["args"],
                extra=unknown_members(data, _TOOL_EXECUTION_START),
            )
        except KeyError as member:
            raise missing("ToolExecutionStart", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "toolCallId": self.tool_call_id,
            "toolName": self.tool_name,
            "args": self.args,
        }
        data.update(self.extra)
        return data


_TOOL_EXECUTION_START = frozenset({"type", "toolCallId", "toolName", "args"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolExecutionUpdate:
    """A running tool says something (`progress`, a ToolProgress), or what it is about to do
    (`preview`).
    """

    type: ClassVar[Literal["tool_execution_update"]] = "tool_execution_update"
    tool_call_id: str
    tool_name: str
    kind: Literal["preview", "progress"]
    update: JsonObject
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolExecutionUpdate:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                tool_call_id=data["toolCallId"],
                tool_name=data["toolName"],
                kind=data["kind"],
                update=data["update"],
                extra=unknown_members(data, _TOOL_EXECUTION_UPDATE),
            )
        except KeyError as member:
            raise missing("ToolExecutionUpdate", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "toolCallId": self.tool_call_id,
            "toolName": self.tool_name,
            "kind": self.kind,
            "update": self.update,
        }
        data.update(self.extra)
        return data


_TOOL_EXECUTION_UPDATE = frozenset({"type", "toolCallId", "toolName", "kind", "update"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolInfo:
    """A tool as a model is told of it. `parameters` is a JSON Schema of an object."""

    name: str
    description: str
    parameters: JsonObject
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolInfo:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                name=data["name"],
                description=data["description"],
                parameters=data["parameters"],
                extra=unknown_members(data, _TOOL_INFO),
            )
        except KeyError as member:
            raise missing("ToolInfo", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "name": self.name,
            "description": self.description,
            "parameters": self.parameters,
        }
        data.update(self.extra)
        return data


_TOOL_INFO = frozenset({"name", "description", "parameters"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolList:
    """The tools that a session offers."""

    tools: tuple[ToolInfo, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolList:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                tools=tuple([ToolInfo.from_wire(item) for item in data["tools"]]),
                extra=unknown_members(data, _TOOL_LIST),
            )
        except KeyError as member:
            raise missing("ToolList", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "tools": [item.to_wire() for item in self.tools],
        }
        data.update(self.extra)
        return data


_TOOL_LIST = frozenset({"tools"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolMessage:
    """What a tool answered. `details` is for user interfaces."""

    role: ClassVar[Literal["tool"]] = "tool"
    id: str
    timestamp: int
    tool_call_id: str
    tool_name: str
    content: tuple[ContentBlock, ...]
    is_error: bool
    details: JsonObject | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolMessage:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                id=data["id"],
                timestamp=data["timestamp"],
                tool_call_id=data["toolCallId"],
                tool_name=data["toolName"],
                content=tuple([parse_content_block(item) for item in data["content"]]),
                is_error=data["isError"],
                details=data.get("details"),
                extra=unknown_members(data, _TOOL_MESSAGE),
            )
        except KeyError as member:
            raise missing("ToolMessage", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "role": self.role,
            "id": self.id,
            "timestamp": self.timestamp,
            "toolCallId": self.tool_call_id,
            "toolName": self.tool_name,
            "content": [item.to_wire() for item in self.content],
            "isError": self.is_error,
        }
        if self.details is not None:
            data["details"] = self.details
        data.update(self.extra)
        return data


_TOOL_MESSAGE = frozenset({"role", "id", "timestamp", "toolCallId", "toolName", "content", "isError", "details"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPreview:
    """What a call is about to do (a `diff`, …), or nothing to show. An error is the result of the
    call, which does not run.
    """

    preview: JsonObject | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolPreview:
        """Reads the wire form."""
        return cls(
            preview=data.get("preview"),
            extra=unknown_members(data, _TOOL_PREVIEW),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {}
        if self.preview is not None:
            data["preview"] = self.preview
        data.update(self.extra)
        return data


_TOOL_PREVIEW = frozenset({"preview"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPreviewParams:
    """The server asks what a call of a client's tool is about to do."""

    session_id: str
    tool_call_id: str
    tool_name: str
    args: JsonObject
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolPreviewParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                tool_call_id=data["toolCallId"],
                tool_name=data["toolName"],
                args=data["args"],
                extra=unknown_members(data, _TOOL_PREVIEW_PARAMS),
            )
        except KeyError as member:
            raise missing("ToolPreviewParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "toolCallId": self.tool_call_id,
            "toolName": self.tool_name,
            "args": self.args,
        }
        data.update(self.extra)
        return data


_TOOL_PREVIEW_PARAMS = frozenset({"sessionId", "toolCallId", "toolName", "args"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolProgress:
    """What a tool says while it runs: `status` replaces the one before, the others append."""

    kind: Literal["output", "tool_delta", "thinking", "status"]
    delta: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolProgress:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                kind=data["kind"],
                delta=data["delta"],
                extra=unknown_members(data, _TOOL_PROGRESS),
            )
        except KeyError as member:
            raise missing("ToolProgress", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "kind": self.kind,
            "delta": self.delta,
        }
        data.update(self.extra)
        return data


_TOOL_PROGRESS = frozenset({"kind", "delta"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a tool answers. `details` is for user interfaces and never sent to a model."""

    content: tuple[ContentBlock, ...]
    details: JsonObject | None = None
    is_error: bool | None = None
    terminate: bool | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                content=tuple([parse_content_block(item) for item in data["content"]]),
                details=data.get("details"),
                is_error=data.get("isError"),
                terminate=data.get("terminate"),
                extra=unknown_members(data, _TOOL_RESULT),
            )
        except KeyError as member:
            raise missing("ToolResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "content": [item.to_wire() for item in self.content],
        }
        if self.details is not None:
            data["details"] = self.details
        if self.is_error is not None:
            data["isError"] = self.is_error
        if self.terminate is not None:
            data["terminate"] = self.terminate
        data.update(self.extra)
        return data


_TOOL_RESULT = frozenset({"content", "details", "isError", "terminate"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResultPatch:
    """The members of a result that are replaced."""

    content: tuple[ContentBlock, ...] | None = None
    details: JsonObject | None = None
    is_error: bool | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolResultPatch:
        """Reads the wire form."""
        return cls(
            content=None if data.get("content") is None else tuple([parse_content_block(item) for item in data["content"]]),
            details=data.get("details"),
            is_error=data.get("isError"),
            extra=unknown_members(data, _TOOL_RESULT_PATCH),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {}
        if self.content is not None:
            data["content"] = [item.to_wire() for item in self.content]
        if self.details is not None:
            data["details"] = self.details
        if self.is_error is not None:
            data["isError"] = self.is_error
        data.update(self.extra)
        return data


_TOOL_RESULT_PATCH = frozenset({"content", "details", "isError"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResultPayload:
    """A tool's result before anybody is told, and the call that it answers."""

    tool_call_id: str
    tool_name: str
    args: JsonObject
    result: ToolResult
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolResultPayload:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                tool_call_id=data["toolCallId"],
                tool_name=data["toolName"],
                args=data["args"],
                result=ToolResult.from_wire(data["result"]),
                extra=unknown_members(data, _TOOL_RESULT_PAYLOAD),
            )
        except KeyError as member:
            raise missing("ToolResultPayload", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "toolCallId": self.tool_call_id,
            "toolName": self.tool_name,
            "args": self.args,
            "result": self.result.to_wire(),
        }
        data.update(self.extra)
        return data


_TOOL_RESULT_PAYLOAD = frozenset({"toolCallId", "toolName", "args", "result"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsChanged:
    """The tools on offer changed: others were chosen, or there are others. Names, in the order in
    which they are offered.
    """

    type: ClassVar[Literal["tools_changed"]] = "tools_changed"
    from_: tuple[str, ...]
    to: tuple[str, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolsChanged:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                from_=tuple(data["from"]),
                to=tuple(data["to"]),
                extra=unknown_members(data, _TOOLS_CHANGED),
            )
        except KeyError as member:
            raise missing("ToolsChanged", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "from": list(self.from_),
            "to": list(self.to),
        }
        data.update(self.extra)
        return data


_TOOLS_CHANGED = frozenset({"type", "from", "to"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsRegisterParams:
    """Registers tools for one session, or for all sessions of this connection."""

    tools: tuple[ClientTool, ...]
    session_id: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolsRegisterParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                tools=tuple([ClientTool.from_wire(item) for item in data["tools"]]),
                session_id=data.get("sessionId"),
                extra=unknown_members(data, _TOOLS_REGISTER_PARAMS),
            )
        except KeyError as member:
            raise missing("ToolsRegisterParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "tools": [item.to_wire() for item in self.tools],
        }
        if self.session_id is not None:
            data["sessionId"] = self.session_id
        data.update(self.extra)
        return data


_TOOLS_REGISTER_PARAMS = frozenset({"tools", "sessionId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsRegisterResult:
    """The names in force, and those refused."""

    accepted: tuple[str, ...]
    rejected: tuple[Rejected, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> ToolsRegisterResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                accepted=tuple(data["accepted"]),
                rejected=tuple([Rejected.from_wire(item) for item in data["rejected"]]),
                extra=unknown_members(data, _TOOLS_REGISTER_RESULT),
            )
        except KeyError as member:
            raise missing("ToolsRegisterResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "accepted": list(self.accepted),
            "rejected": [item.to_wire() for item in self.rejected],
        }
        data.update(self.extra)
        return data


_TOOLS_REGISTER_RESULT = frozenset({"accepted", "rejected"})


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnd:
    """A model call and its tools are over. Messages that were never sent to this client stay ids."""

    type: ClassVar[Literal["turn_end"]] = "turn_end"
    message_id: str | None
    message: AssistantMessage | None = None
    tool_result_ids: tuple[str, ...]
    tool_results: tuple[ToolMessage, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> TurnEnd:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                message_id=data["messageId"],
                message=None if data.get("message") is None else AssistantMessage.from_wire(data["message"]),
                tool_result_ids=tuple(data["toolResultIds"]),
                tool_results=tuple([ToolMessage.from_wire(item) for item in data["toolResults"]]),
                extra=unknown_members(data, _TURN_END),
            )
        except KeyError as member:
            raise missing("TurnEnd", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "messageId": self.message_id,
            "toolResultIds": list(self.tool_result_ids),
            "toolResults": [item.to_wire() for item in self.tool_results],
        }
        if self.message is not None:
            data["message"] = self.message.to_wire()
        data.update(self.extra)
        return data


_TURN_END = frozenset({"type", "messageId", "message", "toolResultIds", "toolResults"})


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStart:
    """One model call and the tools it asks for begin."""

    type: ClassVar[Literal["turn_start"]] = "turn_start"
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> TurnStart:
        """Reads the wire form."""
        return cls(
            extra=unknown_members(data, _TURN_START),
        )

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
        }
        data.update(self.extra)
        return data


_TURN_START = frozenset({"type"})


@dataclass(frozen=True, slots=True, kw_only=True)
class UiAnswer:
    """A person's answer."""

    value: bool | str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UiAnswer:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                value=data["value"],
                extra=unknown_members(data, _UI_ANSWER),
            )
        except KeyError as member:
            raise missing("UiAnswer", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "value": self.value,
        }
        data.update(self.extra)
        return data


_UI_ANSWER = frozenset({"value"})


@dataclass(frozen=True, slots=True, kw_only=True)
class UiAskParams:
    """The server asks the person before this client. `confirm` wants true or false, `select` the value
    of one of `options`, `input` a text.
    """

    session_id: str
    question_id: str
    plugin: str
    kind: Literal["confirm", "select", "input"]
    title: str
    message: str | None = None
    options: tuple[QuestionOption, ...] | None = None
    placeholder: str | None = None
    default: bool | str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UiAskParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                question_id=data["questionId"],
                plugin=data["plugin"],
                kind=data["kind"],
                title=data["title"],
                message=data.get("message"),
                options=None if data.get("options") is None else tuple([QuestionOption.from_wire(item) for item in data["options"]]),
                placeholder=data.get("placeholder"),
                default=data.get("default"),
                extra=unknown_members(data, _UI_ASK_PARAMS),
            )
        except KeyError as member:
            raise missing("UiAskParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "questionId": self.question_id,
            "plugin": self.plugin,
            "kind": self.kind,
            "title": self.title,
        }
        if self.message is not None:
            data["message"] = self.message
        if self.options is not None:
            data["options"] = [item.to_wire() for item in self.options]
        if self.placeholder is not None:
            data["placeholder"] = self.placeholder
        if self.default is not None:
            data["default"] = self.default
        data.update(self.extra)
        return data


_UI_ASK_PARAMS = frozenset({"sessionId", "questionId", "plugin", "kind", "title", "message", "options", "placeholder", "default"})


@dataclass(frozen=True, slots=True, kw_only=True)
class UiNotifyParams:
    """Something to tell the person before a session; `level` is `info` if absent."""

    session_id: str
    message: str
    level: Literal["info", "warning"] | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UiNotifyParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                message=data["message"],
                level=data.get("level"),
                extra=unknown_members(data, _UI_NOTIFY_PARAMS),
            )
        except KeyError as member:
            raise missing("UiNotifyParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "message": self.message,
        }
        if self.level is not None:
            data["level"] = self.level
        data.update(self.extra)
        return data


_UI_NOTIFY_PARAMS = frozenset({"sessionId", "message", "level"})


@dataclass(frozen=True, slots=True, kw_only=True)
class UiRequest:
    """A plugin asks a person. `default` is what holds if nobody answers. Clients that can ask are
    asked by `ui/ask`.
    """

    type: ClassVar[Literal["ui_request"]] = "ui_request"
    question_id: str
    plugin: str
    kind: Literal["confirm", "select", "input"]
    title: str
    message: str | None = None
    options: tuple[QuestionOption, ...] | None = None
    placeholder: str | None = None
    default: bool | str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UiRequest:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                question_id=data["questionId"],
                plugin=data["plugin"],
                kind=data["kind"],
                title=data["title"],
                message=data.get("message"),
                options=None if data.get("options") is None else tuple([QuestionOption.from_wire(item) for item in data["options"]]),
                placeholder=data.get("placeholder"),
                default=data.get("default"),
                extra=unknown_members(data, _UI_REQUEST),
            )
        except KeyError as member:
            raise missing("UiRequest", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "questionId": self.question_id,
            "plugin": self.plugin,
            "kind": self.kind,
            "title": self.title,
        }
        if self.message is not None:
            data["message"] = self.message
        if self.options is not None:
            data["options"] = [item.to_wire() for item in self.options]
        if self.placeholder is not None:
            data["placeholder"] = self.placeholder
        if self.default is not None:
            data["default"] = self.default
        data.update(self.extra)
        return data


_UI_REQUEST = frozenset({"type", "questionId", "plugin", "kind", "title", "message", "options", "placeholder", "default"})


@dataclass(frozen=True, slots=True, kw_only=True)
class UiRequestParams:
    """A question to the person before a session, asked in the name of the client. `select` has
    `options`; `default` is one of their values there, a boolean for `confirm`, a text for `input`.
    A guard that asks about a tool call gives its `toolCallId`: its decision then says that a person
    took it.
    """

    session_id: str
    kind: Literal["confirm", "select", "input"]
    title: str
    message: str | None = None
    options: tuple[QuestionOption, ...] | None = None
    placeholder: str | None = None
    default: bool | str | None = None
    tool_call_id: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UiRequestParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                session_id=data["sessionId"],
                kind=data["kind"],
                title=data["title"],
                message=data.get("message"),
                options=None if data.get("options") is None else tuple([QuestionOption.from_wire(item) for item in data["options"]]),
                placeholder=data.get("placeholder"),
                default=data.get("default"),
                tool_call_id=data.get("toolCallId"),
                extra=unknown_members(data, _UI_REQUEST_PARAMS),
            )
        except KeyError as member:
            raise missing("UiRequestParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "sessionId": self.session_id,
            "kind": self.kind,
            "title": self.title,
        }
        if self.message is not None:
            data["message"] = self.message
        if self.options is not None:
            data["options"] = [item.to_wire() for item in self.options]
        if self.placeholder is not None:
            data["placeholder"] = self.placeholder
        if self.default is not None:
            data["default"] = self.default
        if self.tool_call_id is not None:
            data["toolCallId"] = self.tool_call_id
        data.update(self.extra)
        return data


_UI_REQUEST_PARAMS = frozenset({"sessionId", "kind", "title", "message", "options", "placeholder", "default", "toolCallId"})


@dataclass(frozen=True, slots=True, kw_only=True)
class UiRequestResult:
    """What was answered: no `value` if nobody did and there is no default. `by` says whether a person
    did, or the default holds.
    """

    value: bool | str | None = None
    by: Literal["user", "default"]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UiRequestResult:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                value=data.get("value"),
                by=data["by"],
                extra=unknown_members(data, _UI_REQUEST_RESULT),
            )
        except KeyError as member:
            raise missing("UiRequestResult", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "by": self.by,
        }
        if self.value is not None:
            data["value"] = self.value
        data.update(self.extra)
        return data


_UI_REQUEST_RESULT = frozenset({"value", "by"})


@dataclass(frozen=True, slots=True, kw_only=True)
class UiResolved:
    """A question has ended. `by` is the client that answered, or `default`; no `value`: nobody
    answered, and there is no default.
    """

    type: ClassVar[Literal["ui_resolved"]] = "ui_resolved"
    question_id: str
    value: bool | str | None = None
    by: str
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UiResolved:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                question_id=data["questionId"],
                value=data.get("value"),
                by=data["by"],
                extra=unknown_members(data, _UI_RESOLVED),
            )
        except KeyError as member:
            raise missing("UiResolved", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "type": self.type,
            "questionId": self.question_id,
            "by": self.by,
        }
        if self.value is not None:
            data["value"] = self.value
        data.update(self.extra)
        return data


_UI_RESOLVED = frozenset({"type", "questionId", "value", "by"})


@dataclass(frozen=True, slots=True, kw_only=True)
class UnregisterParams:
    """What goes: hook ids, or names of tools or commands."""

    ids: tuple[str, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UnregisterParams:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                ids=tuple(data["ids"]),
                extra=unknown_members(data, _UNREGISTER_PARAMS),
            )
        except KeyError as member:
            raise missing("UnregisterParams", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "ids": list(self.ids),
        }
        data.update(self.extra)
        return data


_UNREGISTER_PARAMS = frozenset({"ids"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens, disjoint; `costUsd` in US dollars, absent when the price is not known."""

    input_tokens: int
    output_tokens: int
    cache_read_tokens: int
    cache_write_tokens: int
    cost_usd: float | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Usage:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                input_tokens=data["inputTokens"],
                output_tokens=data["outputTokens"],
                cache_read_tokens=data["cacheReadTokens"],
                cache_write_tokens=data["cacheWriteTokens"],
                cost_usd=data.get("costUsd"),
                extra=unknown_members(data, _USAGE),
            )
        except KeyError as member:
            raise missing("Usage", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "inputTokens": self.input_tokens,
            "outputTokens": self.output_tokens,
            "cacheReadTokens": self.cache_read_tokens,
            "cacheWriteTokens": self.cache_write_tokens,
        }
        if self.cost_usd is not None:
            data["costUsd"] = self.cost_usd
        data.update(self.extra)
        return data


_USAGE = frozenset({"inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "costUsd"})


@dataclass(frozen=True, slots=True, kw_only=True)
class UserMessage:
    """A prompt, steering or a follow-up."""

    role: ClassVar[Literal["user"]] = "user"
    id: str
    timestamp: int
    content: tuple[ContentBlock, ...]
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UserMessage:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                id=data["id"],
                timestamp=data["timestamp"],
                content=tuple([parse_content_block(item) for item in data["content"]]),
                extra=unknown_members(data, _USER_MESSAGE),
            )
        except KeyError as member:
            raise missing("UserMessage", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "role": self.role,
            "id": self.id,
            "timestamp": self.timestamp,
            "content": [item.to_wire() for item in self.content],
        }
        data.update(self.extra)
        return data


_USER_MESSAGE = frozenset({"role", "id", "timestamp", "content"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A guard's answer; anything else denies."""

    decision: Literal["allow", "block"]
    reason: str | None = None
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> Verdict:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                decision=data["decision"],
                reason=data.get("reason"),
                extra=unknown_members(data, _VERDICT),
            )
        except KeyError as member:
            raise missing("Verdict", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "decision": self.decision,
        }
        if self.reason is not None:
            data["reason"] = self.reason
        data.update(self.extra)
        return data


_VERDICT = frozenset({"decision", "reason"})


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionWindow:
    """The protocol versions that a side understands, both included."""

    min: int
    max: int
    extra: JsonObject = dataclasses.field(default_factory=no_members, repr=False)
    """Members that this version does not know."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> VersionWindow:
        """Reads the wire form. Raises WireError when a required member is absent."""
        try:
            return cls(
                min=data["min"],
                max=data["max"],
                extra=unknown_members(data, _VERSION_WINDOW),
            )
        except KeyError as member:
            raise missing("VersionWindow", member) from None

    def to_wire(self) -> dict[str, Any]:
        """The wire form: absent members are left out, unknown ones are kept."""
        data: dict[str, Any] = {
            "min": self.min,
            "max": self.max,
        }
        data.update(self.extra)
        return data


_VERSION_WINDOW = frozenset({"min", "max"})


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownBlock:
    """What this version does not know of ContentBlock."""

    type: ClassVar[Literal["unknown"]] = "unknown"
    original_type: str
    raw: JsonObject
    """The object as it came."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UnknownBlock:
        """Keeps an object as it came."""
        return cls(original_type=str(data.get("type")), raw=data)

    def to_wire(self) -> dict[str, Any]:
        """The object as it came."""
        return dict(self.raw)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownMessage:
    """What this version does not know of Message."""

    role: ClassVar[Literal["unknown"]] = "unknown"
    original_role: str
    raw: JsonObject
    """The object as it came."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UnknownMessage:
        """Keeps an object as it came."""
        return cls(original_role=str(data.get("role")), raw=data)

    def to_wire(self) -> dict[str, Any]:
        """The object as it came."""
        return dict(self.raw)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownEvent:
    """What this version does not know of SessionEvent."""

    type: ClassVar[Literal["unknown"]] = "unknown"
    original_type: str
    raw: JsonObject
    """The object as it came."""

    @classmethod
    def from_wire(cls, data: JsonObject) -> UnknownEvent:
        """Keeps an object as it came."""
        return cls(original_type=str(data.get("type")), raw=data)

    def to_wire(self) -> dict[str, Any]:
        """The object as it came."""
        return dict(self.raw)


ContentBlock: TypeAlias = TextBlock | ThinkingBlock | ToolCallBlock | ImageBlock | OpaqueBlock | UnknownBlock
"""One part of a message, told apart by `type`."""

_CONTENT_BLOCK_VARIANTS: Mapping[str, Callable[[JsonObject], ContentBlock]] = {
    "text": TextBlock.from_wire,
    "thinking": ThinkingBlock.from_wire,
    "tool_call": ToolCallBlock.from_wire,
    "image": ImageBlock.from_wire,
    "opaque": OpaqueBlock.from_wire,
}


def parse_content_block(data: JsonObject) -> ContentBlock:
    """Reads the wire form of one ContentBlock; what it does not know it keeps."""
    return _CONTENT_BLOCK_VARIANTS.get(data.get("type", ""), UnknownBlock.from_wire)(data)


Message: TypeAlias = UserMessage | AssistantMessage | ToolMessage | UnknownMessage
"""One entry of history, told apart by `role`; a role that begins with `custom:` is a program's own."""

_MESSAGE_VARIANTS: Mapping[str, Callable[[JsonObject], Message]] = {
    "user": UserMessage.from_wire,
    "assistant": AssistantMessage.from_wire,
    "tool": ToolMessage.from_wire,
}


def parse_message(data: JsonObject) -> Message:
    """Reads the wire form of one Message; what it does not know it keeps."""
    return _MESSAGE_VARIANTS.get(data.get("role", ""), UnknownMessage.from_wire)(data)


SessionEvent: TypeAlias = (
    MessageStart
    | MessageUpdate
    | MessageEnd
    | TurnEnd
    | AgentEnd
    | AgentStart
    | TurnStart
    | ToolExecutionStart
    | ToolExecutionUpdate
    | ToolExecutionEnd
    | Retry
    | ErrorEvent
    | QueueUpdate
    | ModelChanged
    | ThinkingLevelChanged
    | ToolsChanged
    | AutoRetryStart
    | AutoRetryEnd
    | SessionInfoChanged
    | BranchChanged
    | CommandsChanged
    | CompactionStart
    | CompactionEnd
    | GoalUpdated
    | ToolDecision
    | SessionDecision
    | PluginError
    | PluginStatus
    | SessionErrorEvent
    | Notice
    | UiRequest
    | UiResolved
    | SessionIdle
    | SessionEnd
    | Gap
    | UnknownEvent
)
"""All that a session says, told apart by `type`."""

_SESSION_EVENT_VARIANTS: Mapping[str, Callable[[JsonObject], SessionEvent]] = {
    "message_start": MessageStart.from_wire,
    "message_update": MessageUpdate.from_wire,
    "message_end": MessageEnd.from_wire,
    "turn_end": TurnEnd.from_wire,
    "agent_end": AgentEnd.from_wire,
    "agent_start": AgentStart.from_wire,
    "turn_start": TurnStart.from_wire,
    "tool_execution_start": ToolExecutionStart.from_wire,
    "tool_execution_update": ToolExecutionUpdate.from_wire,
    "tool_execution_end": ToolExecutionEnd.from_wire,
    "retry": Retry.from_wire,
    "error": ErrorEvent.from_wire,
    "queue_update": QueueUpdate.from_wire,
    "model_changed": ModelChanged.from_wire,
    "thinking_level_changed": ThinkingLevelChanged.from_wire,
    "tools_changed": ToolsChanged.from_wire,
    "auto_retry_start": AutoRetryStart.from_wire,
    "auto_retry_end": AutoRetryEnd.from_wire,
    "session_info_changed": SessionInfoChanged.from_wire,
    "branch_changed": BranchChanged.from_wire,
    "commands_changed": CommandsChanged.from_wire,
    "compaction_start": CompactionStart.from_wire,
    "compaction_end": CompactionEnd.from_wire,
    "goal_updated": GoalUpdated.from_wire,
    "tool_decision": ToolDecision.from_wire,
    "session_decision": SessionDecision.from_wire,
    "plugin_error": PluginError.from_wire,
    "plugin_status": PluginStatus.from_wire,
    "session_error": SessionErrorEvent.from_wire,
    "notice": Notice.from_wire,
    "ui_request": UiRequest.from_wire,
    "ui_resolved": UiResolved.from_wire,
    "session_idle": SessionIdle.from_wire,
    "session_end": SessionEnd.from_wire,
    "gap": Gap.from_wire,
}


def parse_session_event(data: JsonObject) -> SessionEvent:
    """Reads the wire form of one SessionEvent; what it does not know it keeps."""
    return _SESSION_EVENT_VARIANTS.get(data.get("type", ""), UnknownEvent.from_wire)(data)


NewMessage: TypeAlias = str | Message
"""A whole message, or a text that becomes a user message."""


def parse_new_message(data: str | JsonObject) -> NewMessage:
    """Reads the wire form of one NewMessage."""
    return data if isinstance(data, str) else parse_message(data)


REQUIRED_OF_EVENTS: Mapping[str, Mapping[str, str]] = {
    "message_start": {"message": "object"},
    "message_update": {"delta": "string", "deltaKind": "string", "contentIndex": "number"},
    "message_end": {"messageId": "string"},
    "turn_end": {"messageId": "any", "toolResultIds": "list", "toolResults": "list"},
    "agent_end": {"newMessageIds": "list", "newMessages": "list", "summary": "object", "willRetry": "boolean"},
    "agent_start": {},
    "turn_start": {},
    "tool_execution_start": {"toolCallId": "string", "toolName": "string", "args": "object"},
    "tool_execution_update": {"toolCallId": "string", "toolName": "string", "kind": "string", "update": "object"},
    "tool_execution_end": {"toolCallId": "string", "toolName": "string", "result": "object", "isError": "boolean"},
    "retry": {"attempt": "number", "maxAttempts": "number", "delayMs": "number", "error": "object"},
    "error": {"error": "object"},
    "queue_update": {"steering": "list", "followUp": "list"},
    "model_changed": {"from": "object", "to": "object"},
    "thinking_level_changed": {"from": "string", "to": "string"},
    "tools_changed": {"from": "list", "to": "list"},
    "auto_retry_start": {"scope": "string", "attempt": "number", "maxAttempts": "number", "delayMs": "number", "error": "object"},
    "auto_retry_end": {"scope": "string", "attempt": "number", "success": "boolean"},
    "session_info_changed": {"field": "string", "from": "any", "to": "any"},
    "branch_changed": {"from": "any", "to": "any"},
    "commands_changed": {"commands": "list"},
    "compaction_start": {"reason": "string"},
    "compaction_end": {"reason": "string", "tokensBefore": "number"},
    "goal_updated": {"goal": "any"},
    "tool_decision": {"toolCallId": "string", "toolName": "string", "answer": "string", "decisions": "list"},
    "session_decision": {"point": "string", "answer": "string", "decisions": "list"},
    "plugin_error": {"plugin": "string", "hook": "string", "message": "string"},
    "plugin_status": {"plugin": "string", "status": "string"},
    "session_error": {"error": "object"},
    "notice": {"level": "string", "message": "string"},
    "ui_request": {"questionId": "string", "plugin": "string", "kind": "string", "title": "string"},
    "ui_resolved": {"questionId": "string", "by": "string"},
    "session_idle": {},
    "session_end": {"reason": "string"},
    "gap": {"from": "number", "to": "number", "state": "object"},
}
"""What each event must have in its full form, and of which kind; `any` must only be there."""

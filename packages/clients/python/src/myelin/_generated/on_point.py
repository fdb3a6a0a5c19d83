"""Where hooks are registered, typed for each point. Generated from packages/rpc-server/schema/protocol.json by `pnpm gen`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, overload

from .._hooks import OnFailure, Registering
from .._points import Block
from .protocol import (
    AgentEnd,
    AgentStart,
    AutoRetryEnd,
    AutoRetryStart,
    BranchChanged,
    CommandsChanged,
    CompactPayload,
    CompactionEnd,
    CompactionPayload,
    CompactionStart,
    CompactionSummary,
    ContextPatch,
    ContextPayload,
    Empty,
    ErrorEvent,
    ForkPayload,
    GoalUpdated,
    HookPoint,
    InputPayload,
    MessageEnd,
    MessageStart,
    MessageUpdate,
    ModelChanged,
    ModelRequestPatch,
    ModelRequestPayload,
    NavigatePayload,
    NewMessage,
    Notice,
    PluginError,
    PluginStatus,
    QueueUpdate,
    Retry,
    SessionDecision,
    SessionEnd,
    SessionErrorEvent,
    SessionIdle,
    SessionInfoChanged,
    SystemPromptPayload,
    ThinkingLevelChanged,
    ToolCallInfo,
    ToolDecision,
    ToolExecutionEnd,
    ToolExecutionStart,
    ToolExecutionUpdate,
    ToolResultPatch,
    ToolResultPayload,
    ToolsChanged,
    TurnEnd,
    TurnStart,
    UiRequest,
    UiResolved,
    UnknownEvent,
)


class OnPoint:
    """Gives a hook what its point has, and takes what it may answer there."""

    @overload
    def on(
        self, point: Literal["tool_call"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, on_failure: OnFailure = None
    ) -> Registering[ToolCallInfo, Block]: ...
    @overload
    def on(
        self, point: Literal["session_before_navigate"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, on_failure: OnFailure = None
    ) -> Registering[NavigatePayload, Block]: ...
    @overload
    def on(
        self, point: Literal["session_before_fork"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, on_failure: OnFailure = None
    ) -> Registering[ForkPayload, Block]: ...
    @overload
    def on(
        self, point: Literal["session_before_compact"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, on_failure: OnFailure = None
    ) -> Registering[CompactPayload, Block]: ...
    @overload
    def on(
        self, point: Literal["session_before_delete"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, on_failure: OnFailure = None
    ) -> Registering[Empty, Block]: ...
    @overload
    def on(
        self, point: Literal["compaction"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, required: bool | None = None
    ) -> Registering[CompactionPayload, CompactionSummary]: ...
    @overload
    def on(
        self, point: Literal["input"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, required: bool | None = None
    ) -> Registering[InputPayload, list[NewMessage]]: ...
    @overload
    def on(
        self, point: Literal["tool_args"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, required: bool | None = None
    ) -> Registering[ToolCallInfo, Mapping[str, Any]]: ...
    @overload
    def on(
        self, point: Literal["tool_result"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, required: bool | None = None
    ) -> Registering[ToolResultPayload, ToolResultPatch]: ...
    @overload
    def on(
        self, point: Literal["system_prompt"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, required: bool | None = None
    ) -> Registering[SystemPromptPayload, str]: ...
    @overload
    def on(
        self, point: Literal["context"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, required: bool | None = None
    ) -> Registering[ContextPayload, ContextPatch]: ...
    @overload
    def on(
        self, point: Literal["model_request"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, required: bool | None = None
    ) -> Registering[ModelRequestPayload, ModelRequestPatch]: ...
    @overload
    def on(
        self, point: Literal["message_start"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[MessageStart, object]: ...
    @overload
    def on(
        self, point: Literal["message_update"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[MessageUpdate, object]: ...
    @overload
    def on(
        self, point: Literal["message_end"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[MessageEnd, object]: ...
    @overload
    def on(
        self, point: Literal["turn_end"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[TurnEnd, object]: ...
    @overload
    def on(
        self, point: Literal["agent_end"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[AgentEnd, object]: ...
    @overload
    def on(
        self, point: Literal["agent_start"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[AgentStart, object]: ...
    @overload
    def on(
        self, point: Literal["turn_start"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[TurnStart, object]: ...
    @overload
    def on(
        self, point: Literal["tool_execution_start"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[ToolExecutionStart, object]: ...
    @overload
    def on(
        self, point: Literal["tool_execution_update"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[ToolExecutionUpdate, object]: ...
    @overload
    def on(
        self, point: Literal["tool_execution_end"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[ToolExecutionEnd, object]: ...
    @overload
    def on(
        self, point: Literal["retry"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[Retry, object]: ...
    @overload
    def on(
        self, point: Literal["error"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[ErrorEvent, object]: ...
    @overload
    def on(
        self, point: Literal["queue_update"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[QueueUpdate, object]: ...
    @overload
    def on(
        self, point: Literal["model_changed"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[ModelChanged, object]: ...
    @overload
    def on(
        self, point: Literal["thinking_level_changed"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[ThinkingLevelChanged, object]: ...
    @overload
    def on(
        self, point: Literal["tools_changed"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[ToolsChanged, object]: ...
    @overload
    def on(
        self, point: Literal["auto_retry_start"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[AutoRetryStart, object]: ...
    @overload
    def on(
        self, point: Literal["auto_retry_end"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[AutoRetryEnd, object]: ...
    @overload
    def on(
        self, point: Literal["session_info_changed"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[SessionInfoChanged, object]: ...
    @overload
    def on(
        self, point: Literal["branch_changed"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[BranchChanged, object]: ...
    @overload
    def on(
        self, point: Literal["commands_changed"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[CommandsChanged, object]: ...
    @overload
    def on(
        self, point: Literal["compaction_start"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[CompactionStart, object]: ...
    @overload
    def on(
        self, point: Literal["compaction_end"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[CompactionEnd, object]: ...
    @overload
    def on(
        self, point: Literal["goal_updated"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[GoalUpdated, object]: ...
    @overload
    def on(
        self, point: Literal["tool_decision"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[ToolDecision, object]: ...
    @overload
    def on(
        self, point: Literal["session_decision"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[SessionDecision, object]: ...
    @overload
    def on(
        self, point: Literal["plugin_error"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[PluginError, object]: ...
    @overload
    def on(
        self, point: Literal["plugin_status"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[PluginStatus, object]: ...
    @overload
    def on(
        self, point: Literal["session_error"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[SessionErrorEvent, object]: ...
    @overload
    def on(
        self, point: Literal["notice"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[Notice, object]: ...
    @overload
    def on(
        self, point: Literal["ui_request"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[UiRequest, object]: ...
    @overload
    def on(
        self, point: Literal["ui_resolved"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[UiResolved, object]: ...
    @overload
    def on(
        self, point: Literal["session_idle"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[SessionIdle, object]: ...
    @overload
    def on(
        self, point: Literal["session_end"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[SessionEnd, object]: ...
    @overload
    def on(
        self, point: Literal["session_start"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[UnknownEvent, object]: ...
    @overload
    def on(
        self, point: Literal["session_shutdown"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[UnknownEvent, object]: ...
    @overload
    def on(
        self, point: HookPoint, /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[Any, Any]: ...
    def on(self, point: HookPoint, /, *, hook_id: str | None = None, **terms: Any) -> Callable[[Any], Any]:
        """Registers a hook at any point: `@session.on("tool_result")`.

        At a veto (`tool_call`, `session_before_…`) it returns a `Block` to deny; at a transform what is to change
        (`tool_args` the new arguments, `system_prompt` the new text, else a patch); everywhere else it only looks on and
        is given the event of that type. Returning nothing changes nothing. It takes up to `timeout_ms`, 0 or infinity
        for no limit. A veto that fails denies, unless `on_failure` is `"allow"`; a transform that fails is skipped,
        unless it is `required`. `hook_id` names it in decisions and reports; the function's name if absent. A second
        argument gets a `HookContext`.
        """
        return lambda function: self._register_hook(point, function, hook_id, **terms)

    def _register_hook(
        self, point: HookPoint, function: Any, hook_id: str | None, timeout_ms: float | None = None, **terms: Any
    ) -> Any:
        raise NotImplementedError

package myelin_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"myelin.dev/go"
)

// readers has a function for every type: it reads the wire form.
var readers = map[string]func([]byte) (any, error){
	"AbortParams":            decoded[myelin.AbortParams],
	"AbortResult":            decoded[myelin.AbortResult],
	"AckParams":              decoded[myelin.AckParams],
	"AgentEnd":               decoded[myelin.AgentEnd],
	"AgentStart":             decoded[myelin.AgentStart],
	"AssistantMessage":       decoded[myelin.AssistantMessage],
	"AttachParams":           decoded[myelin.AttachParams],
	"AutoRetryEnd":           decoded[myelin.AutoRetryEnd],
	"AutoRetryStart":         decoded[myelin.AutoRetryStart],
	"BranchChanged":          decoded[myelin.BranchChanged],
	"Budget":                 decoded[myelin.Budget],
	"ClientInfo":             decoded[myelin.ClientInfo],
	"ClientTool":             decoded[myelin.ClientTool],
	"CompactParams":          decoded[myelin.CompactParams],
	"CompactPayload":         decoded[myelin.CompactPayload],
	"CompactResult":          decoded[myelin.CompactResult],
	"CompactionEnd":          decoded[myelin.CompactionEnd],
	"CompactionPayload":      decoded[myelin.CompactionPayload],
	"CompactionSettings":     decoded[myelin.CompactionSettings],
	"CompactionStart":        decoded[myelin.CompactionStart],
	"CompactionSummary":      decoded[myelin.CompactionSummary],
	"ContentBlock":           parsed(myelin.ParseContentBlock),
	"CommandInfo":            decoded[myelin.CommandInfo],
	"ClientCommand":          decoded[myelin.ClientCommand],
	"CommandAnswer":          decoded[myelin.CommandAnswer],
	"CommandExecuteParams":   decoded[myelin.CommandExecuteParams],
	"CommandList":            decoded[myelin.CommandList],
	"CommandResult":          decoded[myelin.CommandResult],
	"CommandRunParams":       decoded[myelin.CommandRunParams],
	"CommandsRegisterParams": decoded[myelin.CommandsRegisterParams],
	"CommandsRegisterResult": decoded[myelin.CommandsRegisterResult],
	"CommandsChanged":        decoded[myelin.CommandsChanged],
	"ContextPatch":           decoded[myelin.ContextPatch],
	"ContextPayload":         decoded[myelin.ContextPayload],
	"Empty":                  decoded[myelin.Empty],
	"EntriesParams":          decoded[myelin.EntriesParams],
	"EntriesResult":          decoded[myelin.EntriesResult],
	"Entry":                  decoded[myelin.Entry],
	"ErrorEvent":             decoded[myelin.ErrorEvent],
	"ErrorInfo":              decoded[myelin.ErrorInfo],
	"ForkParams":             decoded[myelin.ForkParams],
	"ForkPayload":            decoded[myelin.ForkPayload],
	"ForkResult":             decoded[myelin.ForkResult],
	"Gap":                    decoded[myelin.Gap],
	"Goal":                   decoded[myelin.Goal],
	"GoalAction":             decoded[myelin.GoalAction],
	"GoalBudget":             decoded[myelin.GoalBudget],
	"GoalUpdated":            decoded[myelin.GoalUpdated],
	"GoalUse":                decoded[myelin.GoalUse],
	"GuardDecision":          decoded[myelin.GuardDecision],
	"HookCallParams":         decoded[myelin.HookCallParams],
	"HookInfo":               decoded[myelin.HookInfo],
	"HookSpec":               decoded[myelin.HookSpec],
	"HookValue":              decoded[myelin.HookValue],
	"HooksRegisterParams":    decoded[myelin.HooksRegisterParams],
	"HooksRegisterResult":    decoded[myelin.HooksRegisterResult],
	"ImageBlock":             decoded[myelin.ImageBlock],
	"InitializeParams":       decoded[myelin.InitializeParams],
	"InitializeResult":       decoded[myelin.InitializeResult],
	"InputPayload":           decoded[myelin.InputPayload],
	"LabelParams":            decoded[myelin.LabelParams],
	"Limits":                 decoded[myelin.Limits],
	"Message":                parsed(myelin.ParseMessage),
	"MessageEnd":             decoded[myelin.MessageEnd],
	"MessageStart":           decoded[myelin.MessageStart],
	"MessageUpdate":          decoded[myelin.MessageUpdate],
	"ModelCapabilities":      decoded[myelin.ModelCapabilities],
	"ModelChanged":           decoded[myelin.ModelChanged],
	"ModelInfo":              decoded[myelin.ModelInfo],
	"ModelList":              decoded[myelin.ModelList],
	"ModelRef":               decoded[myelin.ModelRef],
	"ModelRequestPatch":      decoded[myelin.ModelRequestPatch],
	"ModelRequestPayload":    decoded[myelin.ModelRequestPayload],
	"NavigateParams":         decoded[myelin.NavigateParams],
	"NavigatePayload":        decoded[myelin.NavigatePayload],
	"NewMessage":             parsed(myelin.ParseNewMessage),
	"Notice":                 decoded[myelin.Notice],
	"OfferedTool":            decoded[myelin.OfferedTool],
	"OpaqueBlock":            decoded[myelin.OpaqueBlock],
	"PluginError":            decoded[myelin.PluginError],
	"PluginInfo":             decoded[myelin.PluginInfo],
	"PluginList":             decoded[myelin.PluginList],
	"PluginLoadParams":       decoded[myelin.PluginLoadParams],
	"PluginParams":           decoded[myelin.PluginParams],
	"PluginResult":           decoded[myelin.PluginResult],
	"PluginStatus":           decoded[myelin.PluginStatus],
	"ProgressParams":         decoded[myelin.ProgressParams],
	"PromptParams":           decoded[myelin.PromptParams],
	"PromptResult":           decoded[myelin.PromptResult],
	"QuestionOption":         decoded[myelin.QuestionOption],
	"QueueItem":              decoded[myelin.QueueItem],
	"QueueList":              decoded[myelin.QueueList],
	"QueueRemoveParams":      decoded[myelin.QueueRemoveParams],
	"QueueRemoved":           decoded[myelin.QueueRemoved],
	"QueueUpdate":            decoded[myelin.QueueUpdate],
	"Rejected":               decoded[myelin.Rejected],
	"RenameParams":           decoded[myelin.RenameParams],
	"Rewrite":                decoded[myelin.Rewrite],
	"Retry":                  decoded[myelin.Retry],
	"RunSummary":             decoded[myelin.RunSummary],
	"ServerStatus":           decoded[myelin.ServerStatus],
	"SessionCreateParams":    decoded[myelin.SessionCreateParams],
	"SessionDecision":        decoded[myelin.SessionDecision],
	"SessionEnd":             decoded[myelin.SessionEnd],
	"SessionErrorEvent":      decoded[myelin.SessionErrorEvent],
	"SessionEvent":           parsed(myelin.ParseSessionEvent),
	"SessionEventParams":     decoded[myelin.SessionEventParams],
	"SessionIdle":            decoded[myelin.SessionIdle],
	"SessionInfo":            decoded[myelin.SessionInfo],
	"SessionInfoChanged":     decoded[myelin.SessionInfoChanged],
	"SessionList":            decoded[myelin.SessionList],
	"SessionOpenParams":      decoded[myelin.SessionOpenParams],
	"SessionOpenResult":      decoded[myelin.SessionOpenResult],
	"SessionParams":          decoded[myelin.SessionParams],
	"SessionResult":          decoded[myelin.SessionResult],
	"SessionState":           decoded[myelin.SessionState],
	"SetGoalParams":          decoded[myelin.SetGoalParams],
	"SetGoalResult":          decoded[myelin.SetGoalResult],
	"SetModelParams":         decoded[myelin.SetModelParams],
	"SetThinkingLevelParams": decoded[myelin.SetThinkingLevelParams],
	"SetToolsParams":         decoded[myelin.SetToolsParams],
	"SettingsGetParams":      decoded[myelin.SettingsGetParams],
	"SettingsSetParams":      decoded[myelin.SettingsSetParams],
	"SettingsValue":          decoded[myelin.SettingsValue],
	"SteerParams":            decoded[myelin.SteerParams],
	"SteerResult":            decoded[myelin.SteerResult],
	"SystemPromptPayload":    decoded[myelin.SystemPromptPayload],
	"TextBlock":              decoded[myelin.TextBlock],
	"ThinkingBlock":          decoded[myelin.ThinkingBlock],
	"ThinkingLevelChanged":   decoded[myelin.ThinkingLevelChanged],
	"ToolCallBlock":          decoded[myelin.ToolCallBlock],
	"ToolCallInfo":           decoded[myelin.ToolCallInfo],
	"ToolDecision":           decoded[myelin.ToolDecision],
	"ToolExecuteParams":      decoded[myelin.ToolExecuteParams],
	"ToolExecutionEnd":       decoded[myelin.ToolExecutionEnd],
	"ToolExecutionStart":     decoded[myelin.ToolExecutionStart],
	"ToolExecutionUpdate":    decoded[myelin.ToolExecutionUpdate],
	"ToolInfo":               decoded[myelin.ToolInfo],
	"ToolList":               decoded[myelin.ToolList],
	"ToolMessage":            decoded[myelin.ToolMessage],
	"ToolPreview":            decoded[myelin.ToolPreview],
	"ToolPreviewParams":      decoded[myelin.ToolPreviewParams],
	"ToolProgress":           decoded[myelin.ToolProgress],
	"ToolResult":             decoded[myelin.ToolResult],
	"ToolResultPatch":        decoded[myelin.ToolResultPatch],
	"ToolResultPayload":      decoded[myelin.ToolResultPayload],
	"ToolsRegisterParams":    decoded[myelin.ToolsRegisterParams],
	"ToolsRegisterResult":    decoded[myelin.ToolsRegisterResult],
	"TurnEnd":                decoded[myelin.TurnEnd],
	"TurnStart":              decoded[myelin.TurnStart],
	"UiAnswer":               decoded[myelin.UiAnswer],
	"UiAskParams":            decoded[myelin.UiAskParams],
	"UiNotifyParams":         decoded[myelin.UiNotifyParams],
	"UiRequestParams":        decoded[myelin.UiRequestParams],
	"UiRequestResult":        decoded[myelin.UiRequestResult],
	"UiRequest":              decoded[myelin.UiRequest],
	"UiResolved":             decoded[myelin.UiResolved],
	"ToolsChanged":           decoded[myelin.ToolsChanged],
	"UnregisterParams":       decoded[myelin.UnregisterParams],
	"Usage":                  decoded[myelin.Usage],
	"UserMessage":            decoded[myelin.UserMessage],
	"Verdict":                decoded[myelin.Verdict],
	"VersionWindow":          decoded[myelin.VersionWindow],
}

func decoded[T any](data []byte) (any, error) {
	var value T
	err := json.Unmarshal(data, &value)
	return value, err
}

func parsed[T any](parse func([]byte) (T, error)) func([]byte) (any, error) {
	return func(data []byte) (any, error) { return parse(data) }
}

type sample struct {
	Definition string          `json:"definition"`
	Value      json.RawMessage `json:"value"`
}

func readSamples(t *testing.T) []sample {
	t.Helper()
	text, err := os.ReadFile("../../../test/wire-samples.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var samples []sample
	for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var one sample
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatal(err)
		}
		samples = append(samples, one)
	}
	return samples
}

func TestEverySampleBecomesTheSameJSONAgain(t *testing.T) {
	for _, sample := range readSamples(t) {
		t.Run(sample.Definition, func(t *testing.T) {
			read, ok := readers[sample.Definition]
			if !ok {
				t.Fatalf("no reader for %s; add it to readers", sample.Definition)
			}
			value, err := read(sample.Value)
			if err != nil {
				t.Fatal(err)
			}
			written, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			got, want := anyJSON(t, written), anyJSON(t, sample.Value)
			if sample.Definition == "MessageUpdate" {
				delete(want.(map[string]any), "message") // its JSON form is the delta
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %s\nwant %s", written, sample.Value)
			}
		})
	}
}

func anyJSON(t *testing.T, data []byte) any {
	t.Helper()
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestATextDeltaIsFoundByItsType(t *testing.T) {
	switch event := parseEvent(t, `{"type":"message_update","delta":"lo","deltaKind":"text","contentIndex":0}`).(type) {
	case myelin.MessageUpdate:
		if event.DeltaKind != myelin.DeltaKindText || event.Delta != "lo" {
			t.Errorf("got %+v", event)
		}
	default:
		t.Errorf("got %T", event)
	}
}

func parseEvent(t *testing.T, data string) myelin.SessionEvent {
	t.Helper()
	event, err := myelin.ParseSessionEvent([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return event
}

func TestAnEventOfALaterVersionIsKeptAsItCame(t *testing.T) {
	const raw = `{"type":"weather","sky":"blue"}`
	unknown, ok := parseEvent(t, raw).(myelin.UnknownEvent)
	if !ok || unknown.OriginalType != "weather" || unknown.Type() != "weather" || string(unknown.Raw) != raw {
		t.Errorf("got %#v", unknown)
	}
}

func TestAnUnknownMessageIsKeptWhereItStands(t *testing.T) {
	start := parseEvent(t, `{"type":"message_start","message":{"role":"custom:note","id":"m1"}}`).(myelin.MessageStart)
	if note, ok := start.Message.(myelin.UnknownMessage); !ok || note.OriginalRole != "custom:note" {
		t.Errorf("got %#v", start.Message)
	}
}

func TestAnUnknownBlockIsKeptWhereItStands(t *testing.T) {
	message, err := myelin.ParseMessage([]byte(`{"role":"user","id":"m1","timestamp":1,"content":[{"type":"video"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	content := message.(myelin.UserMessage).Content
	if block, ok := content[0].(myelin.UnknownBlock); !ok || block.OriginalType != "video" {
		t.Errorf("got %#v", content)
	}
}

func TestMembersOfALaterVersionAreKeptWhereAProgramCanReadThem(t *testing.T) {
	idle := parseEvent(t, `{"type":"session_idle","since":7}`).(myelin.SessionIdle)
	if string(idle.Extra["since"]) != "7" {
		t.Errorf("got %v", idle.Extra)
	}
}

func TestAMissingMemberIsNamed(t *testing.T) {
	_, err := myelin.ParseSessionEvent([]byte(`{"type":"message_start"}`))
	if err == nil || !strings.HasPrefix(err.Error(), `MessageStart came without its member "message"`) {
		t.Errorf("got %v", err)
	}
}

func TestAWrongMemberIsNamedWithItsPlace(t *testing.T) {
	_, err := myelin.ParseMessage([]byte(`{"role":"user","id":"m1","timestamp":1,"content":[{"type":"text","text":7}]}`))
	want := `UserMessage: member "content": [0]: TextBlock: member "text": json: cannot unmarshal number`
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v", err)
	}
}

func TestTheSnapshotIsWhatWasSentAndNoPartOfTheJSON(t *testing.T) {
	event := parseEvent(t, `{"type":"message_update","delta":"lo","deltaKind":"text","contentIndex":0,
		"message":{"role":"assistant","id":"m1","timestamp":1,"content":[],"model":{"provider":"demo","id":"echo"}}}`)
	if id := event.(myelin.MessageUpdate).Message().ID; id != "m1" {
		t.Errorf("got %q", id)
	}
	written, err := json.Marshal(event)
	if want := `{"type":"message_update","delta":"lo","deltaKind":"text","contentIndex":0}`; err != nil || string(written) != want {
		t.Errorf("got %s, %v", written, err)
	}
}

func TestNothingSetIsWrittenAsTheProtocolWantsIt(t *testing.T) {
	for _, test := range []struct {
		value any
		want  string
	}{
		{myelin.SessionCreateParams{}, `{}`},
		{myelin.HooksRegisterParams{}, `{"hooks":[]}`},
		{myelin.UserMessage{}, `{"role":"user","id":"","timestamp":0,"content":[]}`},
		{myelin.ToolCallInfo{}, `{"toolCallId":"","toolName":"","args":{}}`},
		{myelin.OpaqueBlock{}, `{"type":"opaque","provider":"","data":null}`},
		{myelin.ContextPatch{Append: []myelin.NewMessage{myelin.NewMessageText("now")}}, `{"append":["now"]}`},
	} {
		written, err := json.Marshal(test.value)
		if err != nil || string(written) != test.want {
			t.Errorf("%T: got %s, %v", test.value, written, err)
		}
	}
}

func TestAMessageThatIsNotSetIsNotWrittenAsNull(t *testing.T) {
	_, err := json.Marshal(myelin.MessageStart{})
	if err == nil || !strings.Contains(err.Error(), "MessageStart.Message is nil; set it") {
		t.Errorf("got %v", err)
	}
}

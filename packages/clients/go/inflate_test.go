package myelin

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// inflateAll gives the full forms of events as JSON, the message of an update beside it.
func inflateAll(t *testing.T, wire ...string) (full []string) {
	t.Helper()
	inflater := newInflater()
	for _, event := range wire {
		full = append(full, fullForm(t, inflater.event(json.RawMessage(event))))
	}
	return full
}

func fullForm(t *testing.T, event SessionEvent) string {
	t.Helper()
	data, err := json.Marshal(event)
	if err != nil {
		t.Fatal(err)
	}
	if update, ok := event.(MessageUpdate); ok {
		message, _ := json.Marshal(update.Message())
		return string(data) + " " + string(message)
	}
	return string(data)
}

func same(t *testing.T, found []string, wanted ...string) {
	t.Helper()
	for i := range max(len(found), len(wanted)) {
		if i >= len(found) || i >= len(wanted) || found[i] != wanted[i] {
			t.Errorf("%d: found\n%s\nexpected\n%s", i, strings.Join(found[min(i, len(found)):], "\n"), strings.Join(wanted[min(i, len(wanted)):], "\n"))
			return
		}
	}
}

const begun = `{"type":"message_start","message":{"role":"assistant","id":"m1","timestamp":1,"content":[],"model":{"provider":"p","id":"i"}}}`

func TestKindAndIndexAreThoseOfTheUpdateBefore(t *testing.T) {
	same(t, inflateAll(t, begun,
		`{"type":"message_update","delta":"a","deltaKind":"thinking","contentIndex":0,"block":{"type":"thinking","thinking":""}}`,
		`{"type":"message_update","delta":"b"}`,
		`{"type":"message_update","delta":"","deltaKind":"tool_call","contentIndex":1,"block":{"type":"tool_call","id":"c1","name":"bash","args":{}}}`,
		`{"type":"message_update","delta":"{\"x\":"}`,
	)[1:],
		`{"type":"message_update","delta":"a","deltaKind":"thinking","contentIndex":0,"block":{"type":"thinking","thinking":""}} {"role":"assistant","id":"m1","timestamp":1,"content":[{"type":"thinking","thinking":"a"}],"model":{"provider":"p","id":"i"}}`,
		`{"type":"message_update","delta":"b","deltaKind":"thinking","contentIndex":0} {"role":"assistant","id":"m1","timestamp":1,"content":[{"type":"thinking","thinking":"ab"}],"model":{"provider":"p","id":"i"}}`,
		`{"type":"message_update","delta":"","deltaKind":"tool_call","contentIndex":1,"block":{"type":"tool_call","id":"c1","name":"bash","args":{}}} {"role":"assistant","id":"m1","timestamp":1,"content":[{"type":"thinking","thinking":"ab"},{"type":"tool_call","id":"c1","name":"bash","args":{},"argsText":""}],"model":{"provider":"p","id":"i"}}`,
		`{"type":"message_update","delta":"{\"x\":","deltaKind":"tool_call","contentIndex":1} {"role":"assistant","id":"m1","timestamp":1,"content":[{"type":"thinking","thinking":"ab"},{"type":"tool_call","id":"c1","name":"bash","args":{},"argsText":"{\"x\":"}],"model":{"provider":"p","id":"i"}}`,
	)
}

func TestAnUpdateWithoutAKindIsText(t *testing.T) {
	same(t, inflateAll(t, begun, `{"type":"message_update","delta":"a"}`, `{"type":"message_update","delta":"b","deltaKind":""}`)[1:],
		`{"type":"message_update","delta":"a","deltaKind":"text","contentIndex":0} {"role":"assistant","id":"m1","timestamp":1,"content":[{"type":"text","text":"a"}],"model":{"provider":"p","id":"i"}}`,
		`{"type":"message_update","delta":"b","deltaKind":"text","contentIndex":0} {"role":"assistant","id":"m1","timestamp":1,"content":[{"type":"text","text":"ab"}],"model":{"provider":"p","id":"i"}}`,
	)
}

func TestASnapshotStaysAsItWas(t *testing.T) {
	inflater := newInflater()
	inflater.event(json.RawMessage(begun))
	var updates []MessageUpdate
	for _, wire := range []string{
		`{"type":"message_update","delta":"a","deltaKind":"text","contentIndex":0}`,
		`{"type":"message_update","delta":"x","contentIndex":1}`,
		`{"type":"message_update","delta":"b","contentIndex":0}`,
		`{"type":"message_update","delta":"y","contentIndex":1}`,
	} {
		updates = append(updates, inflater.event(json.RawMessage(wire)).(MessageUpdate))
	}
	for i, wanted := range [][]ContentBlock{
		{TextBlock{Text: "a"}},
		{TextBlock{Text: "a"}, TextBlock{Text: "x"}},
		{TextBlock{Text: "ab"}, TextBlock{Text: "x"}},
		{TextBlock{Text: "ab"}, TextBlock{Text: "xy"}},
	} {
		for range 2 {
			if found := updates[i].Message().Content; !reflect.DeepEqual(found, wanted) {
				t.Errorf("%d: found %v, expected %v", i, found, wanted)
			}
		}
	}
}

func TestASnapshotThatWasSentWins(t *testing.T) {
	same(t, inflateAll(t, begun, `{"type":"message_update","delta":"a","deltaKind":"text","contentIndex":0,"message":{"role":"assistant","id":"m1","timestamp":1,"content":[{"type":"text","text":"sent"}],"model":{"provider":"p","id":"i"}},"chunk":{"raw":1}}`)[1:],
		`{"type":"message_update","delta":"a","deltaKind":"text","contentIndex":0,"chunk":{"raw":1}} {"role":"assistant","id":"m1","timestamp":1,"content":[{"type":"text","text":"sent"}],"model":{"provider":"p","id":"i"}}`)
}

func TestWhatWasSentBeforeIsPutBackInItsPlaces(t *testing.T) {
	const result = `{"role":"tool","id":"m2","timestamp":2,"toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":"out"}],"isError":false,"details":{"n":1}}`
	const answer = `{"role":"assistant","id":"m1","timestamp":1,"content":[{"type":"tool_call","id":"c1","name":"bash","args":{"x":1}}],"model":{"provider":"p","id":"i"},"stopReason":"tool_use"}`
	same(t, inflateAll(t, begun,
		`{"type":"message_end","message":`+answer+`}`,
		`{"type":"tool_execution_start","toolCallId":"c1","toolName":"bash","args":{"x":1}}`,
		`{"type":"tool_execution_end","toolCallId":"c1","toolName":"bash","result":{"content":[{"type":"text","text":"out"}],"details":{"n":1}},"isError":false}`,
		`{"type":"message_start","message":{"role":"tool","id":"m2","timestamp":2,"toolCallId":"c1","toolName":"bash","isError":false}}`,
		`{"type":"message_end","messageId":"m2"}`,
		`{"type":"turn_end","messageId":"m1","toolResultIds":["m2"]}`,
		`{"type":"agent_end","newMessageIds":["m0","m1","m2"],"summary":{"turnCount":1,"toolCalls":1,"toolErrors":0,"endReason":"stop","usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"durationMs":5},"willRetry":false}`,
	)[4:],
		`{"type":"message_start","message":`+result+`}`,
		`{"type":"message_end","messageId":"m2","message":`+result+`}`,
		`{"type":"turn_end","messageId":"m1","message":`+answer+`,"toolResultIds":["m2"],"toolResults":[`+result+`]}`,
		`{"type":"agent_end","newMessageIds":["m0","m1","m2"],"newMessages":[`+answer+`,`+result+`],"summary":{"turnCount":1,"toolCalls":1,"toolErrors":0,"endReason":"stop","usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"durationMs":5},"willRetry":false}`,
	)
}

func TestADiscardedMessageIsForgotten(t *testing.T) {
	same(t, inflateAll(t, begun,
		`{"type":"message_end","message":{"role":"assistant","id":"m1","timestamp":1,"content":[],"model":{"provider":"p","id":"i"}},"discarded":true}`,
		`{"type":"turn_end","messageId":null,"toolResultIds":["m1"]}`,
	)[1:],
		`{"type":"message_end","messageId":"m1","message":{"role":"assistant","id":"m1","timestamp":1,"content":[],"model":{"provider":"p","id":"i"}},"discarded":true}`,
		`{"type":"turn_end","messageId":null,"toolResultIds":["m1"],"toolResults":[]}`,
	)
}

func TestWhatThisVersionDoesNotKnowIsKept(t *testing.T) {
	same(t, inflateAll(t,
		`{"type":"moon_phase","phase":"full"}`,
		`{"type":"session_idle","since":5}`,
		`{"type":"message_update","delta":"a","mood":"good"}`,
		`{"type":"message_start","message":{"role":"custom:marker","id":"m9","timestamp":1,"content":[],"colour":"red"},"hint":1}`,
		`{"type":"message_end","messageId":"m9"}`,
	),
		`{"type":"moon_phase","phase":"full"}`,
		`{"type":"session_idle","since":5}`,
		`{"type":"message_update","delta":"a","deltaKind":"text","contentIndex":0,"mood":"good"} {"role":"assistant","id":"","timestamp":0,"content":[{"type":"text","text":"a"}],"model":{"provider":"","id":""}}`,
		`{"type":"message_start","message":{"role":"custom:marker","id":"m9","timestamp":1,"content":[],"colour":"red"},"hint":1}`,
		`{"type":"message_end","messageId":"m9","message":{"role":"custom:marker","id":"m9","timestamp":1,"content":[],"colour":"red"}}`,
	)
}

func TestAnEventThatBreaksItsOwnTypeIsUnknownAndHarmsNothing(t *testing.T) {
	inflater := newInflater()
	for _, wire := range []string{
		`{"type":"tool_execution_start"}`,
		`{"type":"message_update","delta":"a","contentIndex":-1}`,
		`{"type":"agent_end"}`,
		`{"type":7}`,
		`{}`,
		`null`,
	} {
		event := inflater.event(json.RawMessage(wire))
		if unknown, ok := event.(UnknownEvent); !ok || string(unknown.Raw) != wire {
			t.Errorf("%s became %#v", wire, event)
		}
	}
	if event, ok := inflater.event(json.RawMessage(`{"type":"message_update","delta":"a"}`)).(MessageUpdate); !ok || event.ContentIndex != 0 {
		t.Errorf("afterwards: found %#v", event)
	}
}

func TestBehindAGapASnapshotGoesOnFromTheStateThatCameWithIt(t *testing.T) {
	inflater := newInflater()
	inflater.event(json.RawMessage(`{"type":"gap","from":3,"to":9,"state":{"sessionId":"s1","cwd":"/","thinkingLevel":"off","isRunning":true,` +
		`"streamingMessage":{"role":"assistant","id":"m4","timestamp":1,"content":[{"type":"text","text":"missed "}],"model":{"provider":"p","id":"i"}},` +
		`"pendingToolCalls":[{"toolCallId":"c4","toolName":"bash","args":{"x":1}}],"steering":[],"followUp":[],"totalUsage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}}}`))
	update := inflater.event(json.RawMessage(`{"type":"message_update","delta":"and heard","deltaKind":"text","contentIndex":0}`)).(MessageUpdate)
	if message := update.Message(); message.ID != "m4" || !reflect.DeepEqual(message.Content, []ContentBlock{TextBlock{Text: "missed and heard"}}) {
		t.Errorf("found %+v", message)
	}
	if call := inflater.calls["c4"]; call.ToolName != "bash" || call.Args["x"] != 1.0 {
		t.Errorf("found %+v", call)
	}
}

func TestAContextHookIsShownEveryBodyThatIsKnown(t *testing.T) {
	inflater := newInflater()
	user := UserMessage{ID: "m1", Content: []ContentBlock{TextBlock{Text: "hi"}}}
	inflater.event(json.RawMessage(`{"type":"message_start","message":{"role":"user","id":"m1","timestamp":0,"content":[{"type":"text","text":"hi"}]}}`))
	old := UserMessage{ID: "m0", Content: []ContentBlock{TextBlock{Text: "before"}}}
	shown := inflater.context(ContextPayload{MessageIDs: []string{"m0", "m1", "m7"}, Messages: []Message{old}})
	if !reflect.DeepEqual(shown.Messages, []Message{old, user}) {
		t.Errorf("found %v", shown.Messages)
	}
	again := inflater.context(ContextPayload{MessageIDs: []string{"m1", "m0"}})
	if !reflect.DeepEqual(again.Messages, []Message{user, old}) {
		t.Errorf("found %v", again.Messages)
	}
}

func TestARunTakesWithItWhatTheServerNamesNoMoreAndAllButTheLastCalls(t *testing.T) {
	inflater := newInflater()
	inflater.event(json.RawMessage(`{"type":"message_start","message":{"role":"user","id":"m1","timestamp":0,"content":[]}}`))
	end := func() int {
		event := inflater.event(json.RawMessage(`{"type":"agent_end","newMessageIds":["m1"],"summary":{"turnCount":1,"toolCalls":1,"toolErrors":0,"endReason":"stop","usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"durationMs":5},"willRetry":false,"forget":true}`))
		return len(event.(AgentEnd).NewMessages)
	}
	calls := func(from, to int) {
		for number := from; number <= to; number++ {
			inflater.event(json.RawMessage(fmt.Sprintf(`{"type":"tool_execution_start","toolCallId":"c%d","toolName":"t","args":{}}`, number)))
		}
	}
	calls(1, 63)
	if first, second, third := end(), end(), end(); first != 1 || second != 1 || third != 0 {
		t.Errorf("found %d messages, then %d and %d", first, second, third)
	}
	calls(64, 64)
	end()
	if _, known := inflater.call("c1"); !known {
		t.Error("c1 is not known")
	}
	calls(65, 128)
	end()
	for id, want := range map[string]bool{"c64": false, "c65": true, "c128": true} {
		if _, known := inflater.call(id); known != want {
			t.Errorf("%s is known: %v", id, known)
		}
	}
}

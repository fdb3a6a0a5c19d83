package myelin_test

import (
	"encoding/json"
	"testing"

	"myelin.dev/go"
)

func TestATextDeltaIsFoundByItsType(t *testing.T) {
	event, err := myelin.ParseSessionEvent([]byte(`{"type":"message_update","delta":"lo","deltaKind":"text","contentIndex":0}`))
	if err != nil {
		t.Fatal(err)
	}
	switch event := event.(type) {
	case myelin.MessageUpdate:
		if event.DeltaKind != myelin.DeltaKindText || event.Delta != "lo" {
			t.Errorf("got %+v", event)
		}
	default:
		t.Errorf("got %T", event)
	}
}

func TestAnEventOfALaterVersionIsKeptAsItCame(t *testing.T) {
	const raw = `{"type":"weather","sky":"blue"}`
	event, err := myelin.ParseSessionEvent([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	unknown, ok := event.(myelin.UnknownEvent)
	if !ok || unknown.OriginalType != "weather" {
		t.Fatalf("got %#v", event)
	}
	written, err := json.Marshal(event)
	if err != nil || string(written) != raw {
		t.Errorf("got %s, %v", written, err)
	}
}

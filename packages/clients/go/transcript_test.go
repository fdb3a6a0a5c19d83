package myelin_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const transcriptDir = "../../../test/transcripts"

// step is one line of a transcript; the lines of the player's side have neither do nor expect.
type step struct {
	number int
	Do     map[string]any `json:"do"`
	Expect map[string]any `json:"expect"`
}

func TestTranscript(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(transcriptDir, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("found no transcripts in %s: %v", transcriptDir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			t.Parallel()
			playTranscript(t, file)
		})
	}
}

// playTranscript plays the program's side of a transcript, against a player that plays the server's.
func playTranscript(t *testing.T, file string) {
	verdict := filepath.Join(t.TempDir(), "verdict")
	driver := newDriver(t, []string{"node", filepath.Join(transcriptDir, "play.mjs"), file, "--verdict", verdict})
	defer driver.end()
	for _, step := range readTranscript(t, file) {
		driver.at = fmt.Sprintf("%s:%d", filepath.Base(file), step.number)
		if step.Do != nil {
			driver.do(step.Do)
		}
		if step.Expect != nil {
			driver.expect(step.Expect)
		}
	}
	driver.end()
	found, err := os.ReadFile(verdict)
	if err != nil || string(found) != "ok" {
		t.Fatalf("the player's verdict is %q (%v)", found, err)
	}
}

func readTranscript(t *testing.T, file string) (steps []step) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 64<<20)
	for number := 1; lines.Scan(); number++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		step := step{number: number}
		if err := json.Unmarshal(lines.Bytes(), &step); err != nil {
			t.Fatalf("%s:%d: %v", file, number, err)
		}
		steps = append(steps, step)
	}
	return steps
}

package myelin_test

import (
	"encoding/json"
	"os"
	"testing"

	myelin "myelin.dev/go"
)

func TestTheVersionIsThatOfTheRepository(t *testing.T) {
	var root struct {
		Version string `json:"version"`
	}
	data, err := os.ReadFile("../../../package.json")
	if err == nil {
		err = json.Unmarshal(data, &root)
	}
	if err != nil || root.Version != myelin.Version {
		t.Errorf("the repository is %q, this package %q (%v); change version.go with package.json", root.Version, myelin.Version, err)
	}
}

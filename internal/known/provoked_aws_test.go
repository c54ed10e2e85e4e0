//go:build linux

package known

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"strings"
	"testing"
)

// aws talks to a server that answers with the status and the code in the last part of the path.
func TestProvokedAWS(t *testing.T) {
	l := newLab(t)
	if status, _ := l.run(t, "aws --version | grep aws-cli/2"); status != 0 {
		t.Skip("no aws of version 2")
	}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		number, code, _ := strings.Cut(path.Base(r.URL.Path), "-")
		status, err := strconv.Atoi(number)
		if err != nil {
			status = 404
		}
		w.WriteHeader(status)
		if code != "" && r.Method != http.MethodHead {
			_, _ = io.WriteString(w, "<Error><Code>"+code+"</Code></Error>")
		}
	}))
	defer service.Close()
	const env = "export AWS_ACCESS_KEY_ID=x AWS_SECRET_ACCESS_KEY=y AWS_DEFAULT_REGION=us-east-1 " +
		"AWS_MAX_ATTEMPTS=1 AWS_EC2_METADATA_DISABLED=true NO_PROXY='*'; "
	aws := env + "aws --endpoint-url " + service.URL + " "
	get := aws + "s3api get-object x --bucket b --key "
	l.provoke(t, "aws", []provocation{
		{get + "503-SlowDown", "transient"}, {get + "500-InternalError", "transient"},
		{get + "403-AccessDenied", "permanent"}, {get + "404-NoSuchKey", "permanent"},
		{get + "400-ExpiredToken", "permanent"},
		{aws + "s3api head-object --bucket b --key 503", "transient"},
		{aws + "s3api head-object --bucket b --key 404", "unknown"},
		{": >up; " + aws + "s3 cp up s3://b/503-SlowDown", "transient"},
		{": >up; " + aws + "s3 cp up s3://b/403-AccessDenied", "permanent"},
		{aws + "s3 cp s3://b/503 x", "transient"}, {aws + "s3 cp s3://b/404 x", "permanent"},
		{aws + "s3 cp nosuch s3://b/x", "permanent"}, {aws + "s3 nosuch", "permanent"},
		{env + "aws --endpoint-url http://$CLOSED s3 ls", "transient"},
		{env + "aws --endpoint-url http://$CLOSED s3 cp s3://b/x x", "transient"},
		{env + "aws --endpoint-url http://$HANGUP s3 ls", "transient"},
		{env + "aws --endpoint-url http://$SILENT --cli-read-timeout 1 s3 ls", "transient"},
		{"unset AWS_ACCESS_KEY_ID; " + "AWS_EC2_METADATA_DISABLED=true aws s3 ls", "permanent"},
		{env + "AWS_PROFILE=nosuch aws s3 ls", "permanent"},
	})
}

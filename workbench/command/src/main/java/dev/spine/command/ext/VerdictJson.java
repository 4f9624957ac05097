package dev.spine.command.ext;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.spine.extension.api.ApiVersion;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.Finding;
import dev.spine.extension.runtime.verify.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;

/** A verdict as JSON. */
final class VerdictJson {
    private final JsonGenerator json;

    private VerdictJson(JsonGenerator json) {
        this.json = json;
    }

    private interface Content {
        void write(VerdictJson json) throws IOException;
    }

    private static String document(Content content) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            content.write(new VerdictJson(json));
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out + "\n";
    }

    /** An image in which nothing could be looked at. */
    static String write(ExtensionException malformed) {
        return document(document -> {
            document.json.writeBooleanField("accepted", false);
            document.json.writeStringField("malformed", malformed.getMessage());
        });
    }

    static String write(ExtensionImage image, Verdict verdict, List<String> interpreted) {
        return document(document -> {
            document.json.writeBooleanField("accepted", verdict.isAccepted());
            document.json.writeStringField("name", image.name());
            document.json.writeStringField("entryClass", image.entryClass());
            document.json.writeStringField("api", ApiVersion.text());
            document.findings(verdict);
            document.json.writeArrayFieldStart("interpreted");
            for (String method : interpreted) {
                document.json.writeString(method);
            }
            document.json.writeEndArray();
            document.sizes(verdict.sizes());
            document.links(verdict);
        });
    }

    private void findings(Verdict verdict) throws IOException {
        json.writeArrayFieldStart("findings");
        for (Finding finding : verdict.findings()) {
            json.writeStartObject();
            json.writeStringField("rule", finding.rule().id());
            json.writeStringField("phase", finding.rule().phase().name().toLowerCase(Locale.ROOT));
            json.writeStringField("class", finding.className());
            json.writeStringField("method", finding.method());
            json.writeNumberField("line", finding.line());
            json.writeStringField("forbidden", finding.what());
            json.writeStringField("why", finding.rule().why());
            json.writeStringField("instead", finding.rule().remedy());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("moreFindings", verdict.moreFindings());
    }

    private void sizes(Verdict.Sizes sizes) throws IOException {
        json.writeObjectFieldStart("sizes");
        json.writeNumberField("classes", sizes.classes());
        json.writeNumberField("classBytes", sizes.classBytes());
        json.writeNumberField("methods", sizes.methods());
        json.writeNumberField("instructions", sizes.instructions());
        json.writeNumberField("calls", sizes.calls());
        json.writeNumberField("loops", sizes.loops());
        json.writeNumberField("allocations", sizes.allocations());
        json.writeEndObject();
    }

    private void links(Verdict verdict) throws IOException {
        json.writeObjectFieldStart("links");
        for (Map.Entry<String, SortedSet<String>> one : verdict.links().entrySet()) {
            json.writeArrayFieldStart(one.getKey());
            for (String member : one.getValue()) {
                json.writeString(member);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }
}

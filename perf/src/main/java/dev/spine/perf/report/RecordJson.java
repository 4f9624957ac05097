package dev.spine.perf.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.spine.system.output.JsonText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes records as JSON: the same records give the same bytes. Any thread. */
public final class RecordJson {
    private RecordJson() {}

    /**
     * {@return a JSON list with one object per record, a line each}
     *
     * @param records the records, in order
     */
    public static String write(List<ComparisonRecord> records) {
        return write(records, List.of());
    }

    /**
     * {@return a JSON list with one object per record, a line each}
     *
     * @param records the records, in order
     * @param further objects behind them: names to texts, numbers, truth values, nulls and such objects
     */
    public static String write(List<ComparisonRecord> records, List<? extends Map<String, ?>> further) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.writeStartArray();
            for (ComparisonRecord record : records) {
                json.writeRaw('\n');
                JsonText.write(json, fields(record));
            }
            for (Map<String, ?> object : further) {
                json.writeRaw('\n');
                JsonText.write(json, object);
            }
            json.writeRaw('\n');
            json.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out + "\n";
    }

    /** The components of a record by their names, which are the keys that programs know; times that nobody took are null. */
    private static Map<String, @Nullable Object> fields(Record record) {
        boolean isKnown = !(record instanceof ComparisonRecord.Latency latency) || latency.isKnown();
        Map<String, @Nullable Object> fields = JsonText.components(record);
        fields.replaceAll((name, value) -> isKnown || name.equals("lost") ? value instanceof Record of ? fields(of) : value : null);
        return fields;
    }
}

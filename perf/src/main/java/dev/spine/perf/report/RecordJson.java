package dev.spine.perf.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes records as JSON: the same records give the same bytes. */
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
     * @param further objects behind them: names to texts, numbers, truth values and such objects
     */
    public static String write(List<ComparisonRecord> records, List<Map<String, Object>> further) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.writeStartArray();
            for (ComparisonRecord record : records) {
                json.writeRaw('\n');
                write(json, record);
            }
            for (Map<String, Object> object : further) {
                json.writeRaw('\n');
                write(json, object);
            }
            json.writeRaw('\n');
            json.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out + "\n";
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Map<?, ?> object -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> field : object.entrySet()) {
                    json.writeFieldName(field.getKey().toString());
                    write(json, field.getValue());
                }
                json.writeEndObject();
            }
            case Record record -> write(json, fields(record));
            case Boolean truth -> json.writeBoolean(truth);
            case Double number -> json.writeNumber(number);
            case Number number -> json.writeNumber(number.longValue());
            default -> json.writeString(value.toString());
        }
    }

    /** The components of a record by their names, which are the keys that programs know; times that nobody took are null. */
    private static Map<String, @Nullable Object> fields(Record record) {
        boolean isKnown = !(record instanceof ComparisonRecord.Latency latency) || latency.isKnown();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                String name = component.getName();
                fields.put(name, isKnown || name.equals("lost") ? component.getAccessor().invoke(record) : null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the records of comparisons are public", e);
            }
        }
        return fields;
    }
}

package dev.spine.perf.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

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
                writeRecord(json, record);
            }
            for (Map<String, Object> object : further) {
                json.writeRaw('\n');
                writeObject(json, object);
            }
            json.writeRaw('\n');
            json.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out + "\n";
    }

    private static void writeObject(JsonGenerator json, Map<?, ?> object) throws IOException {
        json.writeStartObject();
        for (Map.Entry<?, ?> field : object.entrySet()) {
            json.writeFieldName(field.getKey().toString());
            switch (field.getValue()) {
                case Map<?, ?> inner -> writeObject(json, inner);
                case Boolean truth -> json.writeBoolean(truth);
                case Double number -> json.writeNumber(number);
                case Number number -> json.writeNumber(number.longValue());
                case Object text -> json.writeString(text.toString());
            }
        }
        json.writeEndObject();
    }

    private static void writeLatency(JsonGenerator json, String name, ComparisonRecord record, long ns) throws IOException {
        if (record.latencyNs().isKnown()) {
            json.writeNumberField(name, ns);
        } else {
            json.writeNullField(name);
        }
    }

    private static void writeRecord(JsonGenerator json, ComparisonRecord record) throws IOException {
        json.writeStartObject();
        json.writeStringField("workload", record.workload());
        json.writeStringField("path", record.path());
        json.writeStringField("engine", record.engine());
        json.writeStringField("profile", record.profile());
        json.writeNumberField("seed", record.seed());
        json.writeNumberField("repeat", record.repeat());
        json.writeNumberField("units", record.units());
        json.writeNumberField("seconds", record.seconds());
        json.writeStringField("layout", record.layout());
        json.writeStringField("mode", record.mode());
        json.writeNumberField("offered", record.offered());
        json.writeObjectFieldStart("rate");
        json.writeNumberField("unitsPerSecond", record.rate().unitsPerSecond());
        json.writeNumberField("bitsPerSecond", record.rate().bitsPerSecond());
        json.writeEndObject();
        json.writeObjectFieldStart("latencyNs");
        writeLatency(json, "p50", record, record.latencyNs().p50());
        writeLatency(json, "p90", record, record.latencyNs().p90());
        writeLatency(json, "p99", record, record.latencyNs().p99());
        writeLatency(json, "p999", record, record.latencyNs().p999());
        writeLatency(json, "max", record, record.latencyNs().max());
        json.writeNumberField("lost", record.latencyNs().lost());
        json.writeEndObject();
        json.writeObjectFieldStart("host");
        json.writeNumberField("messages", record.host().messages());
        json.writeNumberField("interrupts", record.host().interrupts());
        json.writeNumberField("cpuShare", record.host().cpuShare());
        json.writeNumberField("memoryBytes", record.host().memoryBytes());
        json.writeEndObject();
        json.writeObjectFieldStart("bus");
        json.writeNumberField("dataBytes", record.bus().dataBytes());
        json.writeNumberField("carriedHeaderBytes", record.bus().carriedHeaderBytes());
        json.writeNumberField("controlBytes", record.bus().controlBytes());
        json.writeNumberField("crossingsPerDataByte", record.bus().crossingsPerDataByte());
        json.writeEndObject();
        json.writeObjectFieldStart("processorSeconds");
        for (Map.Entry<String, Double> busAgent : record.processorSeconds().entrySet()) {
            json.writeNumberField(busAgent.getKey(), busAgent.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("allocatedBytesPerUnit", record.allocatedBytesPerUnit());
        json.writeStringField("route", record.route());
        json.writeNumberField("lost", record.lost());
        json.writeBooleanField("verified", record.verified());
        json.writeEndObject();
    }
}

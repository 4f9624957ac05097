package dev.spine.system.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.spine.system.output.ReplacedFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a trace in the JSON format that chrome://tracing and ui.perfetto.dev open: processes with tracks, slices on the tracks, arrows
 * between slices, counters. Written as it comes; nothing is kept but the numbers of processes and tracks. One thread at a time.
 *
 * <p>The format's times are microseconds; picoseconds are its decimals. Source: Trace Event Format, Google, object format, events X, s, f,
 * C and M.
 */
public final class ChromeTrace implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final long PS_PER_US = 1_000_000;

    private final ReplacedFile file;
    private final JsonGenerator json;
    private final Map<String, Integer> processes = new HashMap<>();
    private long slices;
    private long flows;

    /** What belongs to a slice beside its name: names to texts or numbers. */
    interface Details {
        void write(JsonGenerator json) throws IOException;
    }

    /**
     * A row of a process.
     *
     * @param process number of the process
     * @param thread number within it
     */
    record Track(int process, int thread) {}

    /**
     * Begins a file, which replaces what was there when it is {@linkplain #keep kept}.
     *
     * @param name its name; compressed when that ends in {@code .gz}
     * @throws IOException it cannot be written
     */
    public ChromeTrace(Path name) throws IOException {
        file = ReplacedFile.begin(name);
        OutputStream out = file.stream();
        if (name.toString().endsWith(".gz")) {
            out = new GZIPOutputStream(out, BUFFER_BYTES);
        }
        json = new JsonFactory().createGenerator(new BufferedOutputStream(out, BUFFER_BYTES));
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ns");
        json.writeArrayFieldStart("traceEvents");
    }

    /**
     * Names a track.
     *
     * @param process name of its process, which is made when it is new
     * @param thread its number within the process, from 1
     * @param name its name
     * @return the track
     * @throws IOException it cannot be written
     */
    Track track(String process, int thread, String name) throws IOException {
        Track track = new Track(process(process), thread);
        metadata("thread_name", track, "name", name);
        json.writeRaw('\n');
        begin("M", "thread_sort_index", track);
        json.writeObjectFieldStart("args");
        json.writeNumberField("sort_index", thread);
        json.writeEndObject();
        json.writeEndObject();
        return track;
    }

    private int process(String name) throws IOException {
        Integer known = processes.get(name);
        if (known != null) {
            return known;
        }
        int made = processes.size() + 1;
        processes.put(name, made);
        metadata("process_name", new Track(made, 0), "name", name);
        return made;
    }

    private void metadata(String event, Track track, String field, String value) throws IOException {
        json.writeRaw('\n');
        begin("M", event, track);
        json.writeObjectFieldStart("args");
        json.writeStringField(field, value);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void begin(String phase, String name, Track track) throws IOException {
        json.writeStartObject();
        json.writeStringField("ph", phase);
        json.writeStringField("name", name);
        json.writeNumberField("pid", track.process);
        json.writeNumberField("tid", track.thread);
    }

    private void time(String field, long ps) throws IOException {
        json.writeFieldName(field);
        json.writeRawValue(ps / PS_PER_US + "." + String.valueOf(PS_PER_US + ps % PS_PER_US).substring(1));
    }

    /** Writes a slice: {@code track} was busy with {@code name} for a time. */
    void slice(Track track, String category, String name, long fromPs, long toPs, Details details) throws IOException {
        json.writeRaw('\n');
        begin("X", name, track);
        json.writeStringField("cat", category);
        time("ts", fromPs);
        time("dur", toPs - fromPs);
        json.writeObjectFieldStart("args");
        details.write(json);
        json.writeEndObject();
        json.writeEndObject();
        slices++;
    }

    /** Writes an arrow from within a slice of one track to within a slice of another. */
    void flow(String name, Track from, long sentPs, Track to, long takenPs) throws IOException {
        flows++;
        end("s", name, from, sentPs);
        end("f", name, to, takenPs);
    }

    private void end(String phase, String name, Track track, long timePs) throws IOException {
        json.writeRaw('\n');
        begin(phase, name, track);
        json.writeStringField("cat", "flow");
        json.writeNumberField("id", flows);
        time("ts", timePs);
        if (phase.equals("f")) {
            json.writeStringField("bp", "e");
        }
        json.writeEndObject();
    }

    /** Writes what a counter stands at from now on. */
    void counter(String process, String name, String unit, long timePs, long value) throws IOException {
        json.writeRaw('\n');
        begin("C", name, new Track(process(process), 0));
        time("ts", timePs);
        json.writeObjectFieldStart("args");
        json.writeNumberField(unit, value);
        json.writeEndObject();
        json.writeEndObject();
    }

    /** {@return slices written so far} */
    public long slices() {
        return slices;
    }

    /** {@return arrows written so far} */
    public long flows() {
        return flows;
    }

    /**
     * Ends the file: it holds the trace from now on.
     *
     * @throws IOException not all of it could be written; the file holds what it held before
     */
    public void keep() throws IOException {
        json.writeRaw('\n');
        json.writeEndArray();
        json.writeEndObject();
        json.close();
        file.keep();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

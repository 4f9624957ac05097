package dev.spine.perf.play;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * What was played.
 *
 * @param path the path of the packets
 * @param source where the video came from
 * @param route the route of the data and why
 * @param seconds of the engine's clock, from the first packet that could pass to the last that was waited for
 * @param frames frames that passed to their end
 * @param packets packets of the stream that reached the card
 * @param drawn packets that the extension has drawn
 * @param lost packets that are missing in the sequence numbers
 * @param malformed packets that are no video of this format, and draw nothing
 * @param outside packets wholly outside the window
 * @param undrawn packets that reached the extension while it had no window, no transfer or no room
 * @param dropped packets that the wire dropped because the card had no room or they were too long
 * @param remedy what a person can do about lost packets, or an empty text
 */
record PlayReport(String path, String source, String route, double seconds, int frames, long packets, long drawn, long lost, long malformed,
    long outside, long undrawn, long dropped, String remedy) {

    /** {@return whether packets are missing on the screen that should be there} */
    boolean hasLoss() {
        return lost + undrawn + dropped > 0;
    }

    /** {@return a line for people} */
    String line() {
        StringBuilder text = new StringBuilder();
        text.append(frames).append(frames == 1 ? " frame, " : " frames, ").append(packets).append(" packets: ").append(drawn)
            .append(" drawn, ").append(lost).append(" lost, ").append(malformed).append(" malformed");
        if (outside > 0) {
            text.append(", ").append(outside).append(" outside the window");
        }
        if (undrawn > 0) {
            text.append(", ").append(undrawn).append(" not drawn for want of a window or transfer");
        }
        if (dropped > 0) {
            text.append("; ").append(dropped).append(" dropped by the wire");
        }
        return text.toString();
    }

    /** {@return the report as a JSON object} */
    String json() {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeStringField("path", path);
            json.writeStringField("source", source);
            json.writeStringField("route", route);
            json.writeNumberField("seconds", seconds);
            json.writeNumberField("frames", frames);
            json.writeNumberField("packets", packets);
            json.writeNumberField("drawn", drawn);
            json.writeNumberField("lost", lost);
            json.writeNumberField("malformed", malformed);
            json.writeNumberField("outside", outside);
            json.writeNumberField("undrawn", undrawn);
            json.writeNumberField("dropped", dropped);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out + "\n";
    }
}

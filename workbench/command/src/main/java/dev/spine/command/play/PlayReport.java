package dev.spine.command.play;

import com.google.common.collect.ImmutableMap;
import dev.spine.system.output.JsonText;
import java.util.ArrayList;
import java.util.List;

/**
 * What was played.
 *
 * @param path the path of the packets
 * @param source where the video came from
 * @param route the route of the data and why
 * @param seconds of the engine's clock, from the first packet that could pass to the last that was waited for
 * @param frames frames that passed to their end
 * @param packets packets for the stream's port that the card was given
 * @param ends what became of each packet that came
 * @param lost packets that are missing in the sequence numbers of one sender
 * @param streams senders that came one after another, each with numbers of its own
 * @param cutLines lines that were drawn only as far as the window goes
 * @param oddities what is odd about the source, with what a person can do about it
 * @param remedy what a person can do about lost packets, or an empty text
 */
record PlayReport(String path, String source, String route, double seconds, int frames, long packets, PacketAccount ends, long lost,
    long streams, long cutLines, List<String> oddities, String remedy) {

    /** {@return whether packets are missing on the screen that should be there} */
    private boolean hasLoss() {
        return lost + get(PacketEnd.UNDRAWN) + get(PacketEnd.DROPPED) > 0;
    }

    /** {@return packets that are on the screen} */
    long drawn() {
        return get(PacketEnd.DRAWN);
    }

    private long get(PacketEnd end) {
        return ends.get(end);
    }

    /** {@return a line for people} */
    String line() {
        StringBuilder text = new StringBuilder();
        text.append(frames).append(frames == 1 ? " frame, " : " frames, ").append(packets).append(" packets: ").append(drawn())
            .append(" drawn, ").append(lost).append(" lost, ").append(get(PacketEnd.MALFORMED)).append(" malformed");
        if (get(PacketEnd.UNDRAWN) > 0) {
            text.append(", ").append(get(PacketEnd.UNDRAWN)).append(" not drawn for want of a window or transfer");
        }
        if (get(PacketEnd.PENDING) > 0) {
            text.append(", ").append(get(PacketEnd.PENDING)).append(" not finished in time");
        }
        if (get(PacketEnd.DROPPED) > 0) {
            text.append("; ").append(get(PacketEnd.DROPPED)).append(" dropped by the wire");
        }
        return text.toString();
    }

    /** {@return a line for each kind of packet that a person can do something about, and for each other oddity} */
    List<String> advice() {
        List<String> lines = new ArrayList<>();
        for (PacketEnd end : PacketEnd.values()) {
            if (get(end) > 0 && end.isCurable()) {
                lines.add(end.line(get(end)));
            }
        }
        if (streams > 1) {
            lines.add(streams + " senders (SSRC), one after another: each has numbers of its own, and nothing was lost between them");
        }
        if (cutLines > 0) {
            lines.add(cutLines + " lines reach beyond the picture and were cut off: give the sender's --width, or a larger --size, or"
                + " let it send 8 bits a sample");
        }
        lines.addAll(oddities);
        if (hasLoss() && !remedy.isEmpty()) {
            lines.add(remedy);
        }
        return lines;
    }

    /** {@return the report as a JSON object} */
    String json() {
        ImmutableMap.Builder<String, Object> members = ImmutableMap.builder();
        members.put("path", path).put("source", source).put("route", route).put("seconds", seconds).put("frames", frames)
            .put("packets", packets).put("lost", lost).put("streams", streams).put("cutLines", cutLines).put("packetsIn", ends.all());
        for (PacketEnd end : PacketEnd.values()) {
            members.put(end.key(), get(end));
        }
        return JsonText.document(members.put("advice", advice()).build());
    }
}

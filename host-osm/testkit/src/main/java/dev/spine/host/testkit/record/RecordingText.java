package dev.spine.host.testkit.record;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.host.testkit.message.FrameText;
import dev.spine.host.testkit.record.Recording.Direction;
import dev.spine.host.testkit.record.Recording.Event;
import dev.spine.host.testkit.record.Recording.Memory;
import dev.spine.host.testkit.record.Recording.Posted;
import dev.spine.host.testkit.record.Recording.Replied;
import dev.spine.host.testkit.record.Recording.Word;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Octets;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The text of recordings, both ways. The format is in the manual of the package. */
final class RecordingText {
    private static final String FIRST_LINE = "spine-recording 1";
    private static final int BYTES_PER_LINE = 48;
    private static final int MAX_WORDS = 128;

    private RecordingText() {
    }

    static String write(Recording recording) {
        StringBuilder text = new StringBuilder(FIRST_LINE).append("\niop ").append(recording.iop()).append("\nframes ")
            .append(recording.hostFrames()).append(' ').append(recording.frameBytes()).append('\n');
        new TreeMap<>(recording.devices()).forEach((tid, classId) -> text.append("device ").append(FrameText.tid(tid))
            .append(String.format(Locale.ROOT, " 0x%08x%n", classId.word())));
        for (Event event : recording.events()) {
            switch (event) {
                case Posted posted -> write(text, posted, recording.devices());
                case Memory memory -> write(text, memory);
                case Replied replied -> write(text, replied, recording.devices());
            }
        }
        return text.toString();
    }

    private static void write(StringBuilder text, Posted posted, Map<Integer, ClassId> devices) {
        text.append("# ").append(FrameText.line(frame(posted), deviceClass(devices, posted.words().get(1).value()))).append('\n');
        text.append("post ").append(posted.request()).append(" at ").append(posted.timeNs()).append(':');
        for (Word word : posted.words()) {
            text.append(word.buffer() == Word.PLAIN ? String.format(Locale.ROOT, " %08x", word.value()) : " @" + word.buffer());
        }
        text.append('\n');
    }

    private static void write(StringBuilder text, Memory memory) {
        byte[] bytes = memory.bytes().toArray();
        String word = memory.direction() == Direction.INTO ? "into " : "from ";
        for (int at = 0; at < bytes.length; at += BYTES_PER_LINE) {
            int end = Math.min(bytes.length, at + BYTES_PER_LINE);
            text.append(word).append(memory.request()).append('.').append(memory.buffer()).append('+').append(memory.offset() + at)
                .append(": ").append(HexFormat.of().formatHex(bytes, at, end)).append('\n');
        }
    }

    private static void write(StringBuilder text, Replied replied, Map<Integer, ClassId> devices) {
        text.append("# ").append(FrameText.line(frame(replied), deviceClass(devices, replied.words().get(1)))).append('\n');
        text.append("reply ").append(replied.request()).append(" at ").append(replied.timeNs()).append(':');
        replied.words().forEach(word -> text.append(String.format(Locale.ROOT, " %08x", word)));
        text.append('\n');
    }

    private static int deviceClass(Map<Integer, ClassId> devices, int addressWord) {
        ClassId classId = devices.get(addressWord & 0xFFF);
        return classId == null ? DeviceClass.ANY : classId.deviceClass();
    }

    /** The message of a post, with the addresses of its time. */
    static MessageFrame frame(Posted posted) {
        return frame(posted.words().stream().map(Word::value).toList());
    }

    static MessageFrame frame(Replied replied) {
        return frame(replied.words());
    }

    private static MessageFrame frame(List<Integer> words) {
        int bytes = Math.max(MessageFrame.HEADER_BYTES, words.size() * Integer.BYTES);
        MessageFrame frame = new MessageFrame();
        frame.wrap(MemorySegment.ofArray(new byte[bytes]), 0, bytes);
        for (int i = 0; i < words.size(); i++) {
            frame.setWord(i, words.get(i));
        }
        return frame;
    }

    static Recording read(String text) {
        return new Reader(text.split("\r?\n")).read();
    }

    /** Reads line by line. */
    private static final class Reader {
        private final String[] lines;
        private final Map<Integer, ClassId> devices = new TreeMap<>();
        private final List<Event> events = new ArrayList<>();
        private String iop = "";
        private int hostFrames = 8;
        private int frameBytes = 128;
        private int number;
        private long timeNs;

        Reader(String[] lines) {
            this.lines = lines;
        }

        Recording read() {
            if (lines.length == 0 || !lines[0].strip().equals(FIRST_LINE)) {
                throw wrong("begins with '" + FIRST_LINE + "'");
            }
            for (number = 1; number < lines.length; number++) {
                String line = lines[number].strip();
                if (!line.isEmpty() && !line.startsWith("#")) {
                    try {
                        readLine(line);
                    } catch (IllegalArgumentException | IndexOutOfBoundsException bad) {
                        throw wrong("has iop, frames, device, post, from, into and reply lines as the manual says, not '" + line + "'");
                    }
                }
            }
            return new Recording(iop, hostFrames, frameBytes, devices, events);
        }

        private RecordingException wrong(String what) {
            return new RecordingException("line " + (number + 1) + ": a recording " + what);
        }

        private void readLine(String line) {
            String[] parts = line.split(" +");
            switch (parts[0]) {
                case "iop" -> iop = parts[1];
                case "frames" -> {
                    hostFrames = inRange(Integer.parseInt(parts[1]), 8, 1024);
                    frameBytes = inRange(Integer.parseInt(parts[2]), 128, 512) & -4;
                }
                case "device" -> devices.put(Integer.decode(parts[1]) & 0xFFF, ClassId.of(Integer.parseUnsignedInt(
                    parts[2].substring(2), 16)));
                case "post" -> {
                    timeNs = time(parts[3]);
                    events.add(new Posted(requestNumber(parts[1]), timeNs, words(parts)));
                }
                case "reply" -> {
                    timeNs = time(parts[3]);
                    events.add(new Replied(requestNumber(parts[1]), timeNs, words(parts).stream().map(Word::value).toList()));
                }
                case "into", "from" -> memory(parts);
                default -> throw new IllegalArgumentException(parts[0]);
            }
        }

        private static int inRange(int value, int least, int most) {
            checkArgument(value >= least && value <= most, "%s is not from %s to %s", value, least, most);
            return value;
        }

        private static int requestNumber(String text) {
            return inRange(Integer.parseInt(text), 1, Integer.MAX_VALUE);
        }

        private static long time(String text) {
            return Long.parseLong(text.substring(0, text.length() - 1));
        }

        private static List<Word> words(String[] parts) {
            List<Word> words = new ArrayList<>();
            for (int i = 4; i < parts.length; i++) {
                words.add(parts[i].startsWith("@") ? new Word(0, inRange(Integer.parseInt(parts[i].substring(1)), 0, MAX_WORDS))
                    : new Word(Integer.parseUnsignedInt(parts[i], 16), Word.PLAIN));
            }
            inRange(words.size(), MessageFrame.MIN_WORDS, MAX_WORDS);
            return words;
        }

        private void memory(String[] parts) {
            String place = parts[1].substring(0, parts[1].length() - 1);
            int dot = place.indexOf('.');
            int plus = place.indexOf('+');
            Direction direction = parts[0].equals("into") ? Direction.INTO : Direction.FROM;
            Memory next = new Memory(direction, requestNumber(place.substring(0, dot)), timeNs,
                inRange(Integer.parseInt(place.substring(dot + 1, plus)), 0, MAX_WORDS),
                inRange(Integer.parseInt(place.substring(plus + 1)), 0, Integer.MAX_VALUE), Octets.of(HexFormat.of().parseHex(parts[2])));
            events.add(next);
        }
    }
}

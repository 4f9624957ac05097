package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes of more bytes than a message has, and of several ranges. Any thread but the host's agent. */
final class Transfers {
    private static final byte[] NO_DATA = {};
    private static final int BYTES_WORD = 5;
    /** Whole ones of so many bytes pass by the server's page cache, so odd bytes at the ends go by messages of their own. */
    private static final int WHOLE = 1_024;

    private final ArdmaClient client;
    private final Connection connection;

    Transfers(ArdmaClient client, Connection connection) {
        this.client = client;
        this.connection = connection;
    }

    // --- more than a message has

    byte[] read(RemoteArea area, long offset, int bytes) {
        check(area, offset, bytes);
        byte[] read = new byte[bytes];
        List<Piece> pieces = new ArrayList<>();
        add(pieces, area, offset, read, 0, bytes);
        for (Piece piece : pieces) {
            piece.words[BYTES_WORD] = piece.bytes;
        }
        askAll("reading ", area, ArdmaProtocol.READ, pieces);
        return read;
    }

    boolean readUnchanged(List<RemoteRange> ranges, byte[] into, long wordOffset, long word) {
        List<Piece> pieces = new ArrayList<>();
        int at = 0;
        for (RemoteRange range : ranges) {
            check(range.area(), range.offset(), range.bytes());
            add(pieces, range.area(), range.offset(), into, at, range.bytes());
            at += range.bytes();
        }
        for (Piece piece : pieces) {
            piece.words[BYTES_WORD] = piece.bytes;
            RemoteServer.put(piece.words, BYTES_WORD + 1, wordOffset);
            RemoteServer.put(piece.words, BYTES_WORD + 3, word);
        }
        boolean isUnchanged = true;
        for (Answer answer : answers(ArdmaProtocol.READ_UNCHANGED, pieces)) {
            isUnchanged &= answer.status() != ArdmaProtocol.CHANGED;
            if (isUnchanged) {
                RemoteServer.done("reading " + ranges.getFirst().area().name(), answer);
            }
        }
        return isUnchanged;
    }

    void write(RemoteArea area, long offset, byte[] bytes, int first, int count) {
        check(area, offset, count);
        List<Piece> pieces = new ArrayList<>();
        add(pieces, area, offset, bytes, first, count);
        askAll("writing ", area, ArdmaProtocol.WRITE, pieces);
    }

    private static void add(List<Piece> pieces, RemoteArea area, long offset, byte[] array, int first, int bytes) {
        int count;
        for (int at = 0; at < bytes; at += count) {
            count = Math.min(ArdmaProtocol.MAX_BYTES, bytes - at);
            int odd = (int) ((offset + at) % WHOLE);
            if (odd != 0) {
                count = Math.min(count, WHOLE - odd);
            } else if (count > WHOLE) {
                count -= count % WHOLE;
            }
            pieces.add(new Piece(RemoteServer.place(area, offset + at), array, first + at, count));
        }
    }

    private void askAll(String what, RemoteArea area, int kind, List<Piece> pieces) {
        answers(kind, pieces).forEach(answer -> RemoteServer.done(what + area.name(), answer));
    }

    /** For what a card had no memory beside the others is asked once more, alone. */
    private List<Answer> answers(int kind, List<Piece> pieces) {
        List<Answer> answers = client.askAll(connection, kind, pieces);
        for (int i = 0; i < pieces.size(); i++) {
            if (answers.get(i).status() == ArdmaProtocol.BUSY) {
                answers.set(i, client.askAll(connection, kind, List.of(pieces.get(i))).getFirst());
            }
        }
        return answers;
    }

    /** What would leave the area is not begun. */
    private static void check(RemoteArea area, long offset, int bytes) {
        if (bytes > RemoteServer.MAX_TRANSFER_BYTES) {
            throw new IllegalArgumentException("a read or write has 1 to " + RemoteServer.MAX_TRANSFER_BYTES + " bytes, not " + bytes
                + ": split it");
        }
        if (offset < 0 || offset > area.length() - bytes) {
            throw new ArdmaException(bytes + " bytes of " + area.name() + " at " + offset, ArdmaProtocol.OUT_OF_BOUNDS);
        }
    }

    // --- several ranges

    byte[] read(List<RemoteRange> ranges) {
        return ask("reading ", ArdmaProtocol.READ_RANGES, ranges, NO_DATA).data();
    }

    void write(List<RemoteRange> ranges, byte[] bytes) {
        long wanted = ranges.stream().mapToLong(RemoteRange::bytes).sum();
        if (wanted != bytes.length) {
            throw new IllegalArgumentException("the ranges have " + wanted + " bytes, and " + bytes.length + " are given");
        }
        ask("writing ", ArdmaProtocol.WRITE_RANGES, ranges, bytes);
    }

    private Answer ask(String what, int kind, List<RemoteRange> ranges, byte[] bytes) {
        long areas = ranges.stream().map(RemoteRange::area).distinct().count();
        if (ranges.isEmpty() || ranges.size() > ArdmaProtocol.MAX_RANGES || areas > RoutineFormat.MAX_AREAS) {
            throw new IllegalArgumentException("there are 1 to " + ArdmaProtocol.MAX_RANGES + " ranges of up to "
                + RoutineFormat.MAX_AREAS + " areas, not " + ranges.size() + " of " + areas + ": split them");
        }
        int all = ranges.size() * ArdmaProtocol.RANGE_BYTES + bytes.length;
        if (all > ArdmaProtocol.MAX_BYTES) {
            throw new IllegalArgumentException("a write of " + ranges.size() + " ranges has up to "
                + (ArdmaProtocol.MAX_BYTES - all + bytes.length) + " bytes, not " + bytes.length + ": split it");
        }
        ByteBuffer data = ByteBuffer.allocate(all);
        ranges.forEach(range -> data.putInt(range.area().id()).putInt(range.bytes()).putLong(range.offset()));
        data.put(bytes);
        int[] words = RemoteServer.place(ranges.getFirst().area(), 0);
        words[2] = ranges.size();
        return RemoteServer.done(what + ranges.size() + " ranges",
            client.ask(connection, kind, words, data.array(), StreamReader.NOTHING));
    }
}

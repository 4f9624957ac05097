package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An area that a server has told of. Any thread.
 *
 * @param area what requests need of it
 * @param kind what is behind it
 */
public record ListedArea(RemoteArea area, Kind kind) {
    /** What is behind an area. Any thread. */
    public enum Kind {
        /** Memory of the server's card. */
        CARD,
        /** Memory of its host. */
        HOST,
        /** Blocks of a disk. */
        DISK
    }

    private static final int KIND_SHIFT = 8;

    /** {@return the areas of an answer, as many as it says} */
    static List<ListedArea> read(byte[] data, int count) {
        Kind[] kinds = Kind.values();
        if (count < 0 || count > ArdmaProtocol.MAX_LISTED || data.length != count * ArdmaProtocol.LISTED_BYTES) {
            throw new ArdmaException("the list of areas", ArdmaProtocol.MALFORMED);
        }
        List<ListedArea> areas = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(data);
        while (in.hasRemaining()) {
            int id = in.getInt();
            int rights = in.getInt();
            long bytes = in.getLong();
            byte[] name = new byte[ArdmaProtocol.NAME_BYTES];
            in.get(name);
            int kind = rights >>> KIND_SHIFT;
            if (kind >= kinds.length) {
                throw new ArdmaException("the list of areas", ArdmaProtocol.MALFORMED);
            }
            String text = new String(name, StandardCharsets.US_ASCII);
            int end = text.indexOf('\0');
            areas.add(new ListedArea(new RemoteArea(end < 0 ? text : text.substring(0, end), id, bytes, (rights & 1) != 0), kinds[kind]));
        }
        return areas;
    }
}

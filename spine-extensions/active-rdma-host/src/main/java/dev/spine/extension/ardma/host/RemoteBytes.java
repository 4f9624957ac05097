package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.Area;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An area of a server as bytes here, for code that goes through much of it while nobody changes it: pieces of 64 KiB are kept, up to 64 of
 * them. What is written reaches the server when the piece makes room for another one, and with {@link #flushed}. Accesses throw {@link
 * ArdmaException} when the server says no. One thread, not the host's agent.
 */
public final class RemoteBytes extends Area {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int PIECE_BYTES = ArdmaProtocol.MAX_BYTES;
    private static final int MAX_PIECES = 64;

    private final RemoteServer server;
    private final RemoteArea area;
    private final Map<Long, Piece> pieces = new LinkedHashMap<>(MAX_PIECES, 1, true);
    private Piece last = new Piece(-1, new byte[0]);

    /** Some bytes. */
    private static final class Piece {
        private final long number;
        private final byte[] bytes;
        private boolean isChanged;

        Piece(long number, byte[] bytes) {
            this.number = number;
            this.bytes = bytes;
        }
    }

    /**
     * The bytes of an area.
     *
     * @param server that has it
     * @param area which
     */
    public RemoteBytes(RemoteServer server, RemoteArea area) {
        this.server = server;
        this.area = area;
    }

    private Piece piece(long offset) {
        long number = offset / PIECE_BYTES;
        if (last.number != number) {
            Piece kept = pieces.get(number);
            last = kept == null ? bring(number) : kept;
        }
        return last;
    }

    private Piece bring(long number) {
        if (pieces.size() == MAX_PIECES) {
            Piece oldest = pieces.values().iterator().next();
            takeBack(oldest);
            pieces.remove(oldest.number);
        }
        long first = number * PIECE_BYTES;
        Piece brought = new Piece(number, server.read(area, first, (int) Math.min(PIECE_BYTES, area.length() - first)));
        pieces.put(number, brought);
        return brought;
    }

    private void takeBack(Piece piece) {
        if (piece.isChanged) {
            server.write(area, piece.number * PIECE_BYTES, piece.bytes);
            piece.isChanged = false;
        }
    }

    @Override
    public long length() {
        return area.length();
    }

    @Override
    public boolean isWritable() {
        return area.writable();
    }

    @Override
    public int flushed(long lastChange) {
        pieces.values().forEach(this::takeBack);
        server.flush(area);
        return 1;
    }

    @Override
    public int get8(long offset) {
        return piece(offset).bytes[(int) (offset % PIECE_BYTES)] & 0xFF;
    }

    @Override
    public long get64(long offset) {
        byte[] bytes = piece(offset).bytes;
        int at = (int) (offset % PIECE_BYTES);
        return at > bytes.length - Long.BYTES ? super.get64(offset) : (long) LONGS.get(bytes, at);
    }

    @Override
    public void put8(long offset, int value) {
        Piece piece = piece(offset);
        piece.bytes[(int) (offset % PIECE_BYTES)] = (byte) value;
        piece.isChanged = true;
    }

    @Override
    public void put64(long offset, long value) {
        Piece piece = piece(offset);
        int at = (int) (offset % PIECE_BYTES);
        if (at > piece.bytes.length - Long.BYTES) {
            super.put64(offset, value);
        } else {
            LONGS.set(piece.bytes, at, value);
            piece.isChanged = true;
        }
    }
}

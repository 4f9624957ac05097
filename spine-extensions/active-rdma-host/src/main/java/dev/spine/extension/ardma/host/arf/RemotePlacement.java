package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.ArdmaException;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteRange;
import dev.spine.extension.ardma.host.RemoteRoutine;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.StreamReader;
import dev.spine.extension.ardma.host.Turn;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The routine over an area of a server: as active code, as a procedure or by direct access, whichever the routine that is given does. Of
 * one volume at a time, since a token is taken for it. Any thread but the host's agent.
 */
public final class RemotePlacement implements ArfPlacement {
    /** The name by which a server's host offers {@link ArfRoutine}. */
    public static final String PROCEDURE = "arf";

    /** So many bytes go to the staging place by one message: with the call that is one round trip less. */
    private static final int MAX_STAGED = ArdmaProtocol.MAX_BYTES;

    private final RemoteServer server;
    private final RemoteArea area;
    private final RemoteRoutine routine;
    /** Of the token that was taken last. */
    private volatile @Nullable Turn turn;

    /**
     * Over an area.
     *
     * @param server that has it
     * @param area of the file system
     * @param routine {@link ArfRoutine} where it is to run
     */
    public RemotePlacement(RemoteServer server, RemoteArea area, RemoteRoutine routine) {
        this.server = server;
        this.area = area;
        this.routine = routine;
    }

    /**
     * {@return a placement as active code: the server keeps the routine for this client}
     *
     * @param server that has the area
     * @param area of the file system
     */
    public static RemotePlacement active(RemoteServer server, RemoteArea area) {
        long hash = server.install(ArfRoutine.bytes());
        return new RemotePlacement(server, area, (reader, areas, arguments) -> server.call(hash, reader, areas, arguments));
    }

    /**
     * {@return a placement by procedure call: the server's host has offered the routine under the name {@value #PROCEDURE}}
     *
     * @param server that has the area
     * @param area of the file system
     * @throws ArdmaException when it has not
     */
    public static RemotePlacement procedure(RemoteServer server, RemoteArea area) {
        return new RemotePlacement(server, area, server.procedure(PROCEDURE));
    }

    /**
     * {@return a placement by direct access: the routine runs here, and each of its accesses is a round trip}
     *
     * @param server that has the area
     * @param area of the file system
     */
    public static RemotePlacement direct(RemoteServer server, RemoteArea area) {
        return new RemotePlacement(server, area, server.direct(ArfRoutine.bytes()));
    }

    private <T> T done(Supplier<T> what) throws IOException {
        Turn here = turn;
        try {
            return here == null ? what.get() : here.run(what);
        } catch (ArdmaException e) {
            if (e.status() == ArdmaProtocol.FAULT) {
                throw new ArfFaultException(String.valueOf(e.getMessage()));
            }
            throw new IOException(e);
        }
    }

    @Override
    public long call(StreamReader reader, long... arguments) throws IOException {
        return done(() -> routine.run(reader, List.of(area), arguments)).value();
    }

    @Override
    public byte[] read(long offset, int bytes) throws IOException {
        return done(() -> server.read(area, offset, bytes));
    }

    @Override
    public int mostByRoutine() {
        return MAX_STAGED;
    }

    @Override
    public boolean readUnchanged(List<AreaRange> ranges, byte[] into, long wordOffset, long word) throws IOException {
        return ranges.stream().allMatch(range -> range.isIn(area.length())) && done(() -> server.readUnchanged(
            ranges.stream().map(range -> new RemoteRange(area, range.offset(), range.bytes())).toList(), into, wordOffset, word));
    }

    @Override
    public void write(long offset, byte[] bytes) throws IOException {
        done(() -> {
            server.write(area, offset, bytes);
            return bytes;
        });
    }

    @Override
    public void write(List<AreaRange> ranges, byte[] from, int first) throws IOException {
        done(() -> {
            int at = first;
            for (AreaRange range : ranges) {
                server.write(area, range.offset(), from, at, range.bytes());
                at += range.bytes();
            }
            return at;
        });
    }

    @Override
    public long token() {
        close();
        long token = server.fenceToken();
        turn = server.turn(token);
        return token;
    }

    @Override
    public void fence(long token) throws IOException {
        Turn other = server.turn(token);
        done(() -> {
            if (other == null) {
                server.fence(token);
            }
            return token;
        });
        // Who waits for another one's end must not be waited for.
        if (other != null) {
            end(other);
        }
    }

    private static void end(Turn other) throws IOException {
        try {
            other.end();
        } catch (ArdmaException e) {
            throw new IOException(e);
        }
    }

    /** The token is another one's then; server and area are the client's. */
    @Override
    public void close() {
        Turn before = turn;
        if (before != null) {
            before.close();
            turn = null;
        }
    }
}

package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.StreamReader;
import java.io.IOException;
import java.util.List;

/** A placement in front of another one, which it hands everything on to. */
public class PlacementThrough implements ArfPlacement {
    private final ArfPlacement placement;

    public PlacementThrough(ArfPlacement placement) {
        this.placement = placement;
    }

    @Override
    public long call(StreamReader reader, long... arguments) throws IOException {
        return placement.call(reader, arguments);
    }

    @Override
    public byte[] read(long offset, int bytes) throws IOException {
        return placement.read(offset, bytes);
    }

    @Override
    public int mostByRoutine() {
        return placement.mostByRoutine();
    }

    @Override
    public boolean readUnchanged(List<AreaRange> ranges, byte[] into, long wordOffset, long word) throws IOException {
        return placement.readUnchanged(ranges, into, wordOffset, word);
    }

    @Override
    public void write(long offset, byte[] bytes) throws IOException {
        placement.write(offset, bytes);
    }

    @Override
    public void write(List<AreaRange> ranges, byte[] from, int first) throws IOException {
        placement.write(ranges, from, first);
    }

    @Override
    public long token() {
        return placement.token();
    }

    @Override
    public void fence(long token) throws IOException {
        placement.fence(token);
    }

    @Override
    public void close() throws IOException {
        placement.close();
    }
}

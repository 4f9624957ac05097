package dev.spine.extension.ardma.host.arf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads of files. Where a file's bytes are is asked for once; from then on they are read without the routine, as long as the lock's word,
 * which is looked at behind them, says that nobody has changed anything since. One thread at a time.
 */
final class FileReads {
    /** A read brings so many bytes at most; so many when the routine emits them. */
    private static final int MAX_READ = 1 << 20;
    private static final int MAX_EMITTED = 1 << 19;
    /** So many bytes are not worth a round trip more, which asks where they are. */
    private static final int FEW = 1 << 16;
    /** So often a file is asked for again whose map was old when its bytes came. */
    private static final int MAX_DISTURBED = 8;
    private static final int MAX_MAPS = 64;
    /** Fewer bytes are read as they are; more by whole blocks, which a disk brings at once. */
    private static final int PARTS = 1_024;

    private final ArfCalls calls;
    /** By inode and generation. */
    private final Map<Key, FileMap> maps = new LinkedHashMap<>();
    private long changes;

    /** Which file. */
    private record Key(long inode, long generation) {}

    FileReads(ArfCalls calls) {
        this.calls = calls;
    }

    /** {@return bytes of a file, fewer than asked for at its end} */
    byte[] read(ArfNode node, long offset, int bytes) throws IOException {
        if (calls.placement().mostByRoutine() == Integer.MAX_VALUE || offset < 0 || bytes <= 0) {
            return emitted(node, offset, Math.min(bytes, MAX_EMITTED));
        }
        Key key = new Key(node.inode(), node.generation());
        int count = (int) Math.min(bytes, MAX_READ - (offset & ArfLayout.BLOCK_BYTES - 1));
        for (int tries = 0; tries < MAX_DISTURBED; tries++) {
            FileMap map = map(key);
            if (map == null) {
                int few = count <= FEW ? count : 0;
                ask(node, offset, few, 1);
                ByteBuffer in = calls.emitted();
                map = FileMap.read(in);
                keep(key, map);
                if (few > 0 || offset >= map.size()) {
                    return rest(in);
                }
            }
            boolean isNone = offset >= map.size() || Lock.isHeld(map.word());
            byte[] read = isNone ? null : plain(map, offset, (int) Math.min(count, map.size() - offset));
            if (read != null) {
                return read;
            }
            maps.remove(key);
        }
        return emitted(node, offset, Math.min(count, MAX_EMITTED));
    }

    private @Nullable FileMap map(Key key) {
        if (changes != calls.changes()) {
            changes = calls.changes();
            maps.clear();
        }
        return maps.get(key);
    }

    private void keep(Key key, FileMap map) {
        maps.values().removeIf(other -> other.word() != map.word());
        if (maps.size() == MAX_MAPS) {
            maps.remove(maps.keySet().iterator().next());
        }
        maps.put(key, map);
    }

    private void ask(ArfNode node, long offset, int bytes, long wantsMap) throws IOException {
        byte[] text = ByteBuffer.allocate(2 * Long.BYTES).putLong(node.generation()).putLong(wantsMap).array();
        ArfVolume.check(calls.ask(ArfOp.READ, node.inode(), offset, bytes, text, 0), "inode " + node.inode());
    }

    private byte[] emitted(ArfNode node, long offset, int bytes) throws IOException {
        ask(node, offset, bytes, 0);
        return rest(calls.emitted());
    }

    private static byte[] rest(ByteBuffer in) {
        byte[] rest = new byte[in.remaining()];
        in.get(rest);
        return rest;
    }

    /** Null when it is to be asked again where they are. */
    private byte @Nullable [] plain(FileMap map, long offset, int bytes) throws IOException {
        long mask = bytes < PARTS ? 0 : ArfLayout.BLOCK_BYTES - 1;
        long first = offset & ~mask;
        int count = (int) ((offset + bytes + mask & ~mask) - first);
        List<AreaRange> places = map.places(first, count);
        byte[] read = new byte[count];
        if (places == null || !calls.placement().readUnchanged(places, read, ArfLayout.LOCK, map.word())) {
            return null;
        }
        int skipped = (int) (offset - first);
        return bytes == count ? read : Arrays.copyOfRange(read, skipped, skipped + bytes);
    }
}

package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.routine.Area;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for everything that does not fit in a file system that nobody changes meanwhile, and that was recovered. It changes nothing. One
 * thread, once.
 */
public final class ArfCheck {
    private static final int MAX_FOUND = 200;

    private final Area area;
    private final List<String> found = new ArrayList<>();
    private long blocks;
    private long inodes;
    private long last;
    private long table;
    /** Which inode each block belongs to; -1 for what is not of files. */
    private long[] owners = {};
    /** How many names each inode has. */
    private int[] names = {};

    private ArfCheck(Area area) {
        this.area = area;
    }

    /**
     * {@return what does not fit, for people; at most 200 of it; nothing when all is well}
     *
     * @param area of the file system
     */
    public static List<String> of(Area area) {
        ArfCheck check = new ArfCheck(area);
        check.checkAll();
        return check.found;
    }

    private void find(String text) {
        if (found.size() < MAX_FOUND) {
            found.add(text);
        }
    }

    private long get(long offset) {
        return area.get64(offset);
    }

    private long node(long inode) {
        return table + (inode - 1) * ArfLayout.INODE_BYTES;
    }

    private long type(long inode) {
        return get(node(inode) + ArfLayout.MODE) >>> 32;
    }

    private void checkAll() {
        if (!isSuperblockWell()) {
            return;
        }
        owners = new long[(int) blocks];
        names = new int[(int) last + 1];
        for (long block = 0; block < get(ArfLayout.DATA); block++) {
            owners[(int) block] = -1;
        }
        long used = 0;
        long orphans = 0;
        for (long inode = 1; inode <= last; inode++) {
            if (type(inode) != 0) {
                used++;
                orphans += get(node(inode) + ArfLayout.LINKS) == 0 ? 1 : 0;
                checkNode(inode);
            }
        }
        expect("used inodes in the superblock", get(ArfLayout.USED_INODES), used);
        expect("files without a name in the superblock", get(ArfLayout.ORPHANS), orphans);
        checkTree();
        for (long inode = 1; inode <= last; inode++) {
            if (type(inode) != 0) {
                expect("names of inode " + inode, get(node(inode) + ArfLayout.LINKS), inode == ArfLayout.ROOT ? 1 : names[(int) inode]);
            }
        }
        checkFreeInodes(used);
        checkMap();
    }

    private void expect(String what, long is, long expected) {
        if (is != expected) {
            find(what + ": " + is + ", and " + expected + " are there");
        }
    }

    private boolean isSuperblockWell() {
        if (area.length() < 2 * ArfLayout.BLOCK_BYTES || get(0) != ArfLayout.MAGIC) {
            find("there is no ARF file system of this version");
            return false;
        }
        blocks = get(ArfLayout.BLOCKS);
        inodes = get(ArfLayout.INODES);
        last = get(ArfLayout.LAST_INODE);
        table = get(ArfLayout.INODE_TABLE);
        ByteBuffer sizes = ByteBuffer.allocate(Superblock.SIZES_BYTES);
        for (int i = 0; i < sizes.capacity(); i++) {
            sizes.put(i, (byte) area.get8(i));
        }
        boolean isWell = Superblock.isWell(sizes, area.length()) && last >= 1 && last <= inodes;
        if (!isWell) {
            find("the superblock's sizes do not fit each other or the area");
        }
        return isWell;
    }

    // --- inodes

    private void checkNode(long inode) {
        long node = node(inode);
        long type = type(inode);
        long count = get(node + ArfLayout.EXTENTS);
        long more = get(node + ArfLayout.MORE_EXTENTS);
        if (type != ArfLayout.FILE && type != ArfLayout.DIRECTORY) {
            find("inode " + inode + " has the type " + type);
        }
        if (count < 0 || count > ArfLayout.MAX_EXTENTS || count > ArfLayout.INLINE_EXTENTS && more == 0) {
            find("inode " + inode + " has " + count + " extents");
            return;
        }
        if (more != 0 && (count <= ArfLayout.INLINE_EXTENTS || !claim(inode, more, 1))) {
            find("inode " + inode + " has a block of further extents without any, or where none can be");
            return;
        }
        long sum = 0;
        for (long i = 0; i < count; i++) {
            long extent = get(i < ArfLayout.INLINE_EXTENTS ? node + ArfLayout.FIRST_EXTENT + i * Long.BYTES
                : (more << ArfLayout.BLOCK_SHIFT) + (i - ArfLayout.INLINE_EXTENTS) * Long.BYTES);
            if (ArfLayout.count(extent) == 0 || !claim(inode, ArfLayout.first(extent), ArfLayout.count(extent))) {
                find("extent " + i + " of inode " + inode + " is empty, or outside of the data");
            }
            sum += ArfLayout.count(extent);
        }
        expect("blocks of inode " + inode, get(node + ArfLayout.NODE_BLOCKS), sum);
        long size = get(node + ArfLayout.SIZE);
        boolean isOrphan = get(node + ArfLayout.LINKS) == 0;
        if (!isOrphan && (size < 0 || size + ArfLayout.BLOCK_BYTES - 1 >>> ArfLayout.BLOCK_SHIFT != sum)) {
            find("inode " + inode + " has " + size + " bytes and " + sum + " blocks");
        }
    }

    private boolean claim(long inode, long first, long count) {
        if (first < get(ArfLayout.DATA) || first > blocks - count) {
            return false;
        }
        for (long block = first; block < first + count; block++) {
            if (owners[(int) block] != 0) {
                find("block " + block + " is in inodes " + owners[(int) block] + " and " + inode);
            }
            owners[(int) block] = inode;
        }
        return true;
    }

    private void checkFreeInodes(long used) {
        Set<Long> seen = new HashSet<>();
        long inode = get(ArfLayout.FREE_INODE);
        while (inode != 0) {
            if (inode < 1 || inode > last || !seen.add(inode) || type(inode) != 0) {
                find("the list of free inodes has " + inode + ", which is in use, there twice, or none");
                return;
            }
            inode = get(node(inode) + ArfLayout.SIZE);
        }
        expect("free inodes in their list", seen.size(), last - used);
        for (long never = last + 1; never <= inodes; never++) {
            if (type(never) != 0) {
                find("inode " + never + " was never used, and has a type");
            }
        }
    }

    // --- names

    private void checkTree() {
        Deque<Long> open = new ArrayDeque<>();
        open.add(ArfLayout.ROOT);
        if (type(ArfLayout.ROOT) != ArfLayout.DIRECTORY) {
            find("the root is no directory");
            return;
        }
        Set<Long> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            long directory = open.remove();
            for (long child : checkDirectory(directory)) {
                if (type(child) == ArfLayout.DIRECTORY) {
                    if (!seen.add(child)) {
                        find("directory " + child + " has two names");
                        continue;
                    }
                    expect("parent of directory " + child, get(node(child) + ArfLayout.PARENT), directory);
                    open.add(child);
                }
            }
        }
        for (long inode = 1; inode <= last; inode++) {
            if (type(inode) == ArfLayout.DIRECTORY && !seen.contains(inode) && get(node(inode) + ArfLayout.LINKS) != 0) {
                find("directory " + inode + " cannot be reached");
            }
        }
    }

    private List<Long> checkDirectory(long inode) {
        List<Long> children = new ArrayList<>();
        long node = node(inode);
        long size = get(node + ArfLayout.SIZE);
        long extent = get(node + ArfLayout.FIRST_EXTENT);
        long base = ArfLayout.first(extent) << ArfLayout.BLOCK_SHIFT;
        if (get(node + ArfLayout.EXTENTS) != 1 || size != ArfLayout.count(extent) << ArfLayout.BLOCK_SHIFT || Long.bitCount(size) != 1
            || base + size > blocks << ArfLayout.BLOCK_SHIFT) {
            find("directory " + inode + " has not one extent of a power of two");
            return children;
        }
        long end = get(node + ArfLayout.NAMES_END);
        if (end < size / 2 || end > size) {
            find("directory " + inode + " has names up to " + end);
            return children;
        }
        long slots = size / 2 / ArfLayout.SLOT_BYTES;
        long used = 0;
        Set<String> there = new HashSet<>();
        for (long i = 0; i < slots; i++) {
            long head = get(base + i * ArfLayout.SLOT_BYTES);
            used += head == 0 ? 0 : 1;
            if (Directory.isEntry(head)) {
                checkEntry(inode, base, i, slots, end, there, children);
            }
        }
        expect("entries of directory " + inode, get(node + ArfLayout.ENTRIES), there.size());
        expect("slots in use of directory " + inode, get(node + ArfLayout.USED_SLOTS), used);
        if (used == slots) {
            find("directory " + inode + " has no empty slot, so that a search would not end there");
        }
        return children;
    }

    private void checkEntry(long directory, long base, long slot, long slots, long end, Set<String> there, List<Long> children) {
        long head = get(base + slot * ArfLayout.SLOT_BYTES);
        long inode = get(base + slot * ArfLayout.SLOT_BYTES + Long.BYTES);
        long at = head & ArfLayout.LOW_32;
        String where = "slot " + slot + " of directory " + directory;
        long bytes = at >= slots * ArfLayout.SLOT_BYTES && at <= end - Long.BYTES && at % Long.BYTES == 0 ? get(base + at) : 0;
        if (bytes < 1 || bytes > ArfLayout.MAX_NAME || at + ArfLayout.nameRoom(bytes) > end) {
            find(where + " has a name outside of the directory's names");
            return;
        }
        byte[] name = new byte[(int) bytes];
        for (int i = 0; i < bytes; i++) {
            name[i] = (byte) area.get8(base + at + Long.BYTES + i);
        }
        if (!there.add(new String(name, StandardCharsets.ISO_8859_1))) {
            find(where + " has a name that is there twice");
        }
        if (!ArfEntry.isName(new String(name, StandardCharsets.UTF_8))) {
            find(where + " has a name that no entry can have");
        }
        if (Directory.hash(name) != head >>> 32) {
            find(where + " has another hash than its name");
        }
        for (long i = head >>> 32 & slots - 1; i != slot; i = i + 1 & slots - 1) {
            if (get(base + i * ArfLayout.SLOT_BYTES) == 0) {
                find(where + " is not found, as a slot before it is empty");
                break;
            }
        }
        if (inode < 1 || inode > last || type(inode) == 0) {
            find(where + " names inode " + inode + ", which is free");
        } else {
            names[(int) inode]++;
            children.add(inode);
        }
    }

    private String owner(long block) {
        return block >= blocks ? "no data" : owners[(int) block] < 0 ? "the file system's own parts" : "inode " + owners[(int) block];
    }

    // --- the free map

    private void checkMap() {
        long map = get(ArfLayout.BITMAP);
        long free = 0;
        long end = blocks + 63 >>> 6 << 6;
        for (long block = 0; block < end; block++) {
            boolean isUsed = (get(map + (block >>> 6 << 3)) >>> block & 1) != 0;
            boolean hasOwner = block >= blocks || owners[(int) block] != 0;
            if (isUsed != hasOwner) {
                find("block " + block + (isUsed ? " is in use and in no file" : " is free, and "
                    + (block < blocks ? "in " + owner(block) : "behind the end")));
            }
            free += isUsed ? 0 : 1;
        }
        expect("free blocks in the superblock", get(ArfLayout.FREE_BLOCKS), free);
    }
}

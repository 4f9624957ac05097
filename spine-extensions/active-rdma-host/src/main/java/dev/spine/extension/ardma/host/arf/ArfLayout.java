package dev.spine.extension.ardma.host.arf;

/**
 * Where everything of a file system is in its area. All numbers have 64 bits and network order, at offsets that are multiples of eight.
 * Block 0 is the superblock; inode table, free map, journal, staging places and data blocks follow, each from a block's beginning.
 */
final class ArfLayout {
    static final long MAGIC = 0x4152_465F_4653_0001L;
    static final long BLOCK_BYTES = 4_096;
    static final int BLOCK_SHIFT = 12;

    // --- the superblock: what mkfs decides

    static final long BLOCKS = 8;
    static final long INODES = 16;
    static final long INODE_TABLE = 24;
    static final long BITMAP = 32;
    static final long JOURNAL = 40;
    static final long JOURNAL_BYTES = 48;
    static final long STAGING = 56;
    static final long STAGING_BYTES = 64;
    static final long CLIENTS = 72;
    /** The first data block. */
    static final long DATA = 80;

    // --- the superblock: what is changed in place

    /** A number that grows with each owner, and in its low 8 bits the owner, 0 for none. */
    static final long LOCK = 512;
    /** Where the next transaction goes; found anew by recovery. */
    static final long HEAD = 520;
    /** The number of the next transaction; found anew by recovery. */
    static final long NEXT = 528;
    /** The number that the transaction at the journal's beginning has, if there is one. */
    static final long BASE = 536;
    /** Where a free block is looked for first. */
    static final long BLOCK_HINT = 544;

    // --- the superblock: what transactions change

    static final long FREE_BLOCKS = 1_024;
    /** The first inode of the list of free ones, 0 for none. */
    static final long FREE_INODE = 1_032;
    /** All inodes beyond this one were never used. */
    static final long LAST_INODE = 1_040;
    static final long USED_INODES = 1_048;
    /** How many inodes have no name any more, and still blocks. */
    static final long ORPHANS = 1_056;

    /** For each client 16 bytes: the token of who has the place, 0 for none, and when it was used, in ns. */
    static final long PLACES = 2_048;
    static final int MAX_CLIENTS = 64;

    // --- an inode

    static final long INODE_BYTES = 256;
    static final long ROOT = 1;
    /** The type in the upper 32 bits, permission bits in the lower ones; 0 in a free inode. */
    static final long MODE = 0;
    /** Bytes; in a free inode the next free one, 0 for none. */
    static final long SIZE = 8;
    /** Names; 1 for a directory, 0 for one that is being freed. */
    static final long LINKS = 16;
    static final long GENERATION = 24;
    static final long MODIFIED = 32;
    static final long CHANGED = 40;
    static final long ACCESSED = 48;
    static final long CREATED = 56;
    /** How many data blocks; the one of further extents is not among them. */
    static final long NODE_BLOCKS = 64;
    static final long EXTENTS = 72;
    /** The block of further extents, 0 for none. */
    static final long MORE_EXTENTS = 80;
    /** Of a directory: entries. */
    static final long ENTRIES = 88;
    /** Of a directory: slots that are not empty, with those of entries that are gone. */
    static final long USED_SLOTS = 96;
    /** Of a directory: where the next name goes. */
    static final long NAMES_END = 104;
    /** Of a directory: the one that it is in; of the root itself. */
    static final long PARENT = 112;
    /** Extents: the first block in the upper 40 bits, how many in the lower 24. */
    static final long FIRST_EXTENT = 128;
    static final long INLINE_EXTENTS = 16;
    static final long MAX_EXTENTS = INLINE_EXTENTS + BLOCK_BYTES / Long.BYTES;
    static final int EXTENT_SHIFT = 24;
    static final long EXTENT_MASK = (1L << EXTENT_SHIFT) - 1;

    static final long FILE = 1;
    static final long DIRECTORY = 2;

    // --- a directory: slots in the first half, then names

    static final long SLOT_BYTES = 16;
    /** In place of hash and offset of a name, in a slot whose entry is gone. */
    static final long GONE = 1;
    static final long MAX_NAME = 255;
    static final long LOW_32 = 0xFFFF_FFFFL;

    // --- a transaction in the journal: magic, number, count, hash; then offset and value of each word

    static final long TRANSACTION = 0x4152_465F_5458_4E31L;
    static final long TRANSACTION_BYTES = 32;
    static final long MAX_WORDS = 640;
    static final long NUMBER_MIX = 0x9E37_79B9_7F4A_7C15L;
    /** Recovery leaves out so many numbers, so that nothing that was left behind the journal's end fits later. */
    static final long NUMBER_GAP = 1L << 32;

    // --- scratch memory of a run

    static final long WORDS_INDEX = MAX_WORDS * 16;
    static final long INDEX_SLOTS = 1_024;
    static final long COUNT = WORDS_INDEX + 2 * INDEX_SLOTS;
    /** Why the transaction cannot be committed, 0 when it can. */
    static final long FAILED = COUNT + 8;
    /** Whether blocks are freed that the journal may have words of. */
    static final long FREES_LOGGED = COUNT + 16;
    static final long OWN_LOCK = COUNT + 24;
    static final long NOW = COUNT + 32;
    static final long NAME_BYTES = COUNT + 40;
    static final long NAME = COUNT + 64;
    static final long NAME_ROOM = 264;
    static final long TEXT = NAME + NAME_ROOM;
    static final long MAX_TEXT = 2_048;
    static final int SCRATCH_BYTES = (int) (TEXT + MAX_TEXT);

    private ArfLayout() {}

    /** {@return where an extent is, on the disk} */
    static long first(long extent) {
        return extent >>> EXTENT_SHIFT;
    }

    /** {@return how many blocks an extent has} */
    static long count(long extent) {
        return extent & EXTENT_MASK;
    }

    static long extent(long first, long count) {
        return first << EXTENT_SHIFT | count;
    }

    /** {@return how many bytes a name takes with its length} */
    static long nameRoom(long bytes) {
        return Long.BYTES + (bytes + Long.BYTES - 1 & -Long.BYTES);
    }
}

package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.lift.Areas;

/**
 * The routine that is the file system: one call is one operation. Area 0 is the whole of it. What the parameters are, each operation says
 * where it is chosen; paths and small data come in the last eight of them, more in the client's staging place.
 */
final class Program {
    /** Bytes that {@link #emitNode} emits. */
    static final long NODE_BYTES = 10 * Long.BYTES;
    /** So many bytes of text or data are in the parameters; more are in the staging place. */
    static final long INLINE_BYTES = 64;
    private static final int TEXT_SHIFT = 32;
    private static final int FENCE_SHIFT = ArdmaProtocol.FENCE_SHIFT;

    private Program() {}

    static void emitNode(long node) {
        Areas.emit(Nodes.number(node));
        Areas.emitBytes(0, node, NODE_BYTES - Long.BYTES);
    }

    private static long staging(long client) {
        return Areas.load64(0, ArfLayout.STAGING) + (client - 1) * Areas.load64(0, ArfLayout.STAGING_BYTES);
    }

    /**
     * One operation.
     *
     * @param op which, of {@link ArfOp}
     * @param client its place, 1 to 255
     * @param now the time, in ns since 1970
     * @param inode on which file, or where a path begins
     * @param a of the operation
     * @param b of the operation
     * @param text how many bytes of text there are: in the upper 32 bits those of a second path
     * @param token whose the place is
     * @return 0 or a number, or what is wrong, of {@link ArfStatus}
     */
    static long run(int op, long client, long now, long inode, long a, long b, long text, long token,
                    long t0, long t1, long t2, long t3, long t4, long t5, long t6, long t7) {
        Areas.store64(Areas.SCRATCH, ArfLayout.TEXT, t0);
        Areas.store64(Areas.SCRATCH, ArfLayout.TEXT + 8, t1);
        Areas.store64(Areas.SCRATCH, ArfLayout.TEXT + 16, t2);
        Areas.store64(Areas.SCRATCH, ArfLayout.TEXT + 24, t3);
        Areas.store64(Areas.SCRATCH, ArfLayout.TEXT + 32, t4);
        Areas.store64(Areas.SCRATCH, ArfLayout.TEXT + 40, t5);
        Areas.store64(Areas.SCRATCH, ArfLayout.TEXT + 48, t6);
        Areas.store64(Areas.SCRATCH, ArfLayout.TEXT + 56, t7);
        Areas.store64(Areas.SCRATCH, ArfLayout.NOW, now);
        if (Areas.load64(0, 0) != ArfLayout.MAGIC) {
            return ArfStatus.DAMAGED;
        }
        long first = text & ArfLayout.LOW_32;
        long second = text >>> TEXT_SHIFT;
        if (op == ArfOp.PEEK || op >= ArfOp.SYNC && op <= ArfOp.DETACH || op == ArfOp.GIVE_UP) {
            return ofPlaces(op, client, a, b, token);
        }
        if (Areas.load64(0, ArfLayout.PLACES + client * 16 - 16) != token) {
            return ArfStatus.NO_PLACE;
        }
        if (first + second > INLINE_BYTES && op != ArfOp.WRITE) {
            if (first + second > ArfLayout.MAX_TEXT) {
                return ArfStatus.BAD_NAME;
            }
            Areas.copy(0, staging(client), Areas.SCRATCH, ArfLayout.TEXT, first + second);
        }
        if (op <= ArfOp.LAST_READING) {
            long word = Lock.word();
            if (Lock.isHeld(word)) {
                return ArfStatus.BUSY;
            }
            long result = read(op, inode, a, b, first);
            return Lock.word() == word ? result : ArfStatus.BUSY;
        }
        long status = op == ArfOp.WRITTEN ? Lock.resume(Areas.load64(Areas.SCRATCH, ArfLayout.TEXT + 8)) : Lock.take(client);
        if (status != 0) {
            return status;
        }
        Areas.store64(0, ArfLayout.PLACES + client * 16 - 8, now);
        if (op == ArfOp.HOLD) {
            return hold(inode, a, b);
        }
        long result = op >= ArfOp.LOCKED ? read(op - ArfOp.LOCKED, inode, a, b, first) : change(op, client, inode, a, b, first, second);
        if (result >= 0) {
            status = Journal.commit();
            if (status == 0 && op == ArfOp.CREATE) {
                emitNode(Nodes.at(result));
            }
        }
        Lock.release();
        return status == 0 ? result : status;
    }

    /** Operations that change nothing. */
    private static long read(int op, long inode, long a, long b, long first) {
        return switch (op) {
            // Of a path, from the inode on; emits the node.
            case ArfOp.STAT -> stat(Paths.node(inode, ArfLayout.TEXT, first));
            // From offset a on, at most b bytes; of the generation in the text. The second word of that is not 0 when the map is wanted.
            case ArfOp.READ -> {
                long node = Nodes.checked(inode, Areas.load64(Areas.SCRATCH, ArfLayout.TEXT));
                if (node > 0 && Areas.load64(Areas.SCRATCH, ArfLayout.TEXT + 8) != 0) {
                    Contents.emitMap(node);
                }
                yield node < 0 ? node : Contents.read(node, a, b);
            }
            // Of a path, from where an earlier one ended, a, or 0; at most b bytes.
            case ArfOp.LIST -> {
                long node = Paths.node(inode, ArfLayout.TEXT, first);
                yield node < 0 ? node : Nodes.type(node) == ArfLayout.DIRECTORY ? Directory.list(node, a, b) : ArfStatus.NOT_DIRECTORY;
            }
            case ArfOp.TOTALS -> {
                Areas.emitBytes(0, ArfLayout.BLOCKS, 2 * Long.BYTES);
                Areas.emitBytes(0, ArfLayout.FREE_BLOCKS, 5 * Long.BYTES);
                yield 0;
            }
            // Of generation b.
            case ArfOp.SIZE -> {
                long node = Nodes.checked(inode, b);
                yield node < 0 ? node : Words.get(node + ArfLayout.SIZE);
            }
            default -> ArfStatus.INVALID;
        };
    }

    private static long stat(long node) {
        if (node > 0) {
            emitNode(node);
        }
        return Math.min(node, 0);
    }

    /** Emits the map of a file with the blocks that a write would give it; the client keeps the lock if the result is more than 0. */
    private static long hold(long inode, long offset, long generation) {
        long node = Nodes.checked(inode, generation);
        long hint = Areas.load64(0, ArfLayout.BLOCK_HINT);
        long start = node < 0 ? node : Contents.prepare(node, offset, Areas.load64(Areas.SCRATCH, ArfLayout.TEXT));
        // What was prepared is made once more when the bytes are there: from the same state, so it is the same.
        Areas.store64(0, ArfLayout.BLOCK_HINT, hint);
        long failed = Areas.load64(Areas.SCRATCH, ArfLayout.FAILED);
        if (start > 0 && failed == 0) {
            Contents.emitMap(node);
            return start;
        }
        Lock.release();
        return start < 0 ? start : failed;
    }

    /** Operations that change something, under the lock. */
    private static long change(int op, long client, long inode, long a, long b, long first, long second) {
        return switch (op) {
            // Of a path; mode a; b is not 0 when it has to be new. Emits the node.
            case ArfOp.CREATE -> Tree.create(inode, ArfLayout.TEXT, first, a, b != 0);
            // Of a path; a is the type, or any.
            case ArfOp.REMOVE -> Tree.remove(inode, ArfLayout.TEXT, first, a);
            // Of a path to another one; b is not 0 when that must not be there.
            case ArfOp.RENAME -> Tree.rename(inode, first, second, b != 0);
            case ArfOp.LINK -> Tree.link(inode, first, second);
            default -> {
                long node = Nodes.checked(inode, b);
                yield node < 0 ? node : changeNode(op, client, node, a, first);
            }
        };
    }

    /** Operations on the inode of a number and of generation b. */
    private static long changeNode(int op, long client, long node, long a, long first) {
        return switch (op) {
            // At offset a, -1 for the end.
            case ArfOp.WRITE -> first <= INLINE_BYTES ? Contents.write(node, a, first, Areas.SCRATCH, ArfLayout.TEXT)
                : Contents.write(node, a, first, 0, staging(client));
            // At offset a, which HOLD has chosen, as many as the text says; the second word of that is the lock's.
            case ArfOp.WRITTEN -> Contents.written(node, a, Areas.load64(Areas.SCRATCH, ArfLayout.TEXT));
            case ArfOp.RESIZE -> Contents.resize(node, a);
            // Times and permissions from the text: modified, accessed, created; a is the mode. What is -1 stays.
            case ArfOp.SET -> {
                set(node + ArfLayout.MODIFIED, Areas.load64(Areas.SCRATCH, ArfLayout.TEXT));
                set(node + ArfLayout.ACCESSED, Areas.load64(Areas.SCRATCH, ArfLayout.TEXT + 8));
                set(node + ArfLayout.CREATED, Areas.load64(Areas.SCRATCH, ArfLayout.TEXT + 16));
                if (a != -1) {
                    Words.put(node + ArfLayout.MODE, Nodes.type(node) << 32 | a & ArfLayout.LOW_32);
                }
                Words.put(node + ArfLayout.CHANGED, Words.now());
                yield 0;
            }
            default -> ArfStatus.INVALID;
        };
    }

    private static void set(long offset, long value) {
        if (value != -1) {
            Words.put(offset, value);
        }
    }

    /** Operations on the lock and on places. */
    private static long ofPlaces(int op, long client, long a, long b, long token) {
        return switch (op) {
            case ArfOp.SYNC -> {
                Areas.flush(0);
                yield 0;
            }
            // The lock has to be what a says; whoever holds it loses it. If b is not 0, nobody has a place any more.
            case ArfOp.RECOVER -> recover(client, a, b != 0);
            // A free place, or that of token b, which is ended. If there is none, emits the token of who has not used his for a ns.
            case ArfOp.ATTACH -> attach(token, a, b);
            case ArfOp.DETACH -> {
                Areas.cas(0, ArfLayout.PLACES + client * 16 - 16, token, 0);
                yield 0;
            }
            // The lock is given back if its word is a.
            case ArfOp.GIVE_UP -> {
                if (Lock.resume(a) == 0) {
                    Lock.release();
                }
                yield 0;
            }
            default -> Lock.word();
        };
    }

    private static long recover(long client, long word, boolean isAlone) {
        if (isAlone) {
            Areas.fill(0, ArfLayout.PLACES, ArfLayout.MAX_CLIENTS * 16, 0);
        }
        long status = Lock.takeFrom(word, client);
        if (status != 0) {
            return status;
        }
        Journal.replay();
        status = Nodes.reapAll();
        Lock.release();
        return status;
    }

    private static long attach(long token, long idle, long ended) {
        long found = 0;
        long places = Areas.load64(0, ArfLayout.CLIENTS);
        for (long place = 1; place <= places; place++) {
            long at = ArfLayout.PLACES + place * 16 - 16;
            long owner = Areas.load64(0, at);
            if (owner == 0 || owner == ended) {
                // Before it is there: it has not been idle.
                Areas.store64(0, at + 8, Words.now());
                if (Areas.cas(0, at, owner, token) == owner) {
                    // Who had it before has ended, perhaps in the middle of a change.
                    long word = Lock.word();
                    if (Lock.isOf(word, place)) {
                        recover(place, word, false);
                    }
                    return place;
                }
            } else if ((owner ^ token) >>> FENCE_SHIFT != 0 && Words.now() - Areas.load64(0, at + 8) > idle) {
                found = owner;
            }
        }
        if (found != 0) {
            Areas.emit(found);
        }
        return ArfStatus.NO_PLACE;
    }
}

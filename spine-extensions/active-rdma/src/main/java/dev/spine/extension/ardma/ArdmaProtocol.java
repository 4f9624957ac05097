package dev.spine.extension.ardma;

/**
 * Numbers of the card halves of Active RDMA. Longs are two words, the high half first.
 *
 * <p>A <em>token</em> is the host's own number for an operation; it comes back with each answer to it. Between cards, word 0 is the
 * client's number of the operation and word 1 the session's number, or in answers the status; words from 2 on are as the host gave them, or
 * gets them, but for the last one of an answer, which is the session's number.
 */
public final class ArdmaProtocol {
    /** The most operations of a session that are not answered. */
    public static final int WINDOW = 8;
    /** The most servers of a client. */
    public static final int MAX_SERVERS = 8;
    /** The most clients of a server. */
    public static final int MAX_SESSIONS = 8;
    /** The most bytes of a read or write, and of a message with a routine. */
    public static final int MAX_BYTES = 65_536;
    /** The most bytes that a read's answer has in its words: data take two frames more. */
    public static final int INLINE_BYTES = 36;
    /** The most ranges of a read or write of several. */
    public static final int MAX_RANGES = 64;
    /** Bytes that say what a range of those is. */
    public static final int RANGE_BYTES = 16;
    /** Bytes that say what an area of a list is. */
    public static final int LISTED_BYTES = 16 + 24;
    /** The most areas that an answer lists. */
    public static final int MAX_LISTED = 8;
    /** Kind of an area: memory of the server's card. */
    public static final int CARD_MEMORY = 0;
    /** Kind of an area: memory of the server's host. */
    public static final int HOST_MEMORY = 1;
    /** Kind of an area: blocks of a disk. */
    public static final int DISK_BLOCKS = 2;
    /** The most bytes of a piece of a stream. */
    public static final int STREAM_BYTES = 16_384;
    /** The most pieces of a stream that a server sends before the first of them was read. */
    public static final int STREAM_PIECES = 4;
    /** The most characters of the name of an area or a procedure, ASCII without blanks. */
    public static final int NAME_BYTES = 24;
    /** First word of what an operation says and is answered. */
    public static final int FIRST_WORD = 2;
    /** So many low bits of a session's fence are its client's, for what it likes. */
    public static final int FENCE_SHIFT = 8;
    /** Word of a server's message that has the session's number. */
    public static final int SESSION_WORD = 11;

    // --- what hosts say to their card halves, by handler

    /**
     * To a client: word 0: token, words 2 and 3: hardware address of the server's card, word 4: instance there, word 5: own instance,
     * words 6 and 7: the session's fence. Answer: word 2: number of the server, word 3: number of the connection, 16 bits.
     */
    public static final int CONNECT = 1;
    /**
     * To a client: word 0: token, word 1: number of the server, the kind in bits 8 to 15, the connection in bits 16 to 31; words 2 to 11:
     * what the kind says.
     */
    public static final int REQUEST = 2;
    /** To a client: word 0: token of a call of whose stream one more piece was read. */
    public static final int READ_ON = 3;
    /** To a server: word 0: token, word 1: 1 when clients may write, words 2 and 3: bytes, words 4 to 9: the name, filled up with zeros. */
    public static final int OPEN = 4;
    /** To a server: word 0: token, word 1: the area. */
    public static final int CLOSE = 5;
    /** To a server: word 0: token, words 2 and 3: steps of a call, words 4 and 5: bytes that a call emits, word 6: routines of a client. */
    public static final int LIMITS = 6;
    /**
     * To a server: word 0: token, word 1: 1 when clients may write, words 4 to 9: the name of an area in the host's memory, which is
     * granted next. Answered when it has come.
     */
    public static final int ANNOUNCE = 7;
    /** To a server: a region of the host's memory; its number is the token of what has announced it. */
    public static final int GRANT = 8;
    /**
     * To a server: word 0: token, words 2 and 3: steps that a routine has made when its host is to be asked for a compiled form of it, 0
     * for never. Who was asked before is asked again.
     */
    public static final int COMPILE = 9;
    /**
     * To a server: word 0: token, word 1: number of a routine, word 2: version of the service that is its compiled form, word 3: a bit for
     * each area that this uses, word 4: {@link #CHECKED} or {@link #UNCHECKED}.
     */
    public static final int LINK = 10;
    /** Of a form: it counts steps, and looks at bounds and rights. */
    public static final int CHECKED = 0;
    /** Of a form: it does neither, and is called when all of its areas are in the card's memory. */
    public static final int UNCHECKED = 1;
    /**
     * To a server: word 0: token, word 1: the IOP of a disk in bits 16 to 31, its TID in bits 4 to 15, 1 when clients may write in bit 0,
     * words 2 and 3: bytes, words 4 to 9: the name, words 10 and 11: first byte on the disk. Bytes are whole blocks of at most 1,024 bytes.
     */
    public static final int OPEN_BLOCKS = 11;
    /**
     * To a server: word 0: token, words 4 to 9: a name; the routine as data, which any client may call from now on. Answer: words 2 and 3:
     * its hash; or REFUSED, as for INSTALL.
     */
    public static final int OFFER = 13;
    /** To a server: word 0: token, words 4 to 9: the name of a procedure, which nobody may call any more. */
    public static final int WITHDRAW = 14;
    /** Between cards; the user byte is a kind. */
    public static final int NET = 16;
    /** What could not be delivered to another node. */
    public static final int RETURNED = 17;
    /** Timer for what could not leave. */
    public static final int RETRY = 18;
    /** Work in slices. */
    public static final int WORK = 19;
    /** Timer that looks for what has no answer. */
    public static final int SWEEP = 20;
    /** The end of a transfer from or to what is behind an area. */
    public static final int TRANSFERRED = 21;
    /** What the host did not take. */
    public static final int HOST_RETURNED = 22;
    /** What a disk is. */
    public static final int STORE = 23;
    /** The end of a flush. */
    public static final int FLUSHED = 24;

    /** To a host: word 0: token, word 1: status, from word 2 on: the answer; with data for some. */
    public static final int HOST_ANSWER = 32;

    /** To a host: word 0: number of a routine of which a compiled form is wanted; the routine as data. */
    public static final int HOST_WANTED = 33;
    /** To a host: word 0: version of the service of a compiled form that nobody needs any more. */
    public static final int HOST_DROPPED = 34;

    // --- kinds

    /**
     * Words 2 and 3: hardware address of the client's card, word 4: handler there, words 5 and 6: the session's fence. Answer: word 2: the
     * session.
     */
    public static final int HELLO = 1;
    /** Words 2 to 7: a name. Answer: word 2: the area, word 3: 1 when it can be written, words 4 and 5: bytes. */
    public static final int LOOKUP = 2;
    /**
     * Word 2: area, words 3 and 4: offset, word 5: bytes. Answer: up to {@link #INLINE_BYTES} in words from 2 on, the first one highest in
     * its word; more as data.
     */
    public static final int READ = 3;
    /** Word 2: area, words 3 and 4: offset; the bytes as data. */
    public static final int WRITE = 4;
    /** Word 2: area, words 3 and 4: offset, words 5 and 6: expected, words 7 and 8: new. Answer: words 2 and 3: what was there before. */
    public static final int CAS = 5;
    /** Word 2: area, words 3 and 4: offset, words 5 and 6: what is added. Answer: words 2 and 3: what was there before. */
    public static final int FETCH_ADD = 6;
    /** The routine as data. Answer: words 2 and 3: its hash; or REFUSED, with word 2: the flaw, word 3: the method, word 4: where. */
    public static final int INSTALL = 7;
    /**
     * Words 2 and 3: hash, word 4: number of areas in the low byte, of arguments in the next; from word 5 on, or as data: the areas, a word
     * each, then the arguments, two words each. Answer: words 2 and 3: result, words 4 and 5: steps, words 6 and 7: bytes emitted, of which
     * those are data that did not come before; or FAULT, with word 8: the fault, word 9: the method, word 10: where.
     */
    public static final int CALL = 8;
    /** As CALL, without a hash; the data are areas, arguments, and the routine. */
    public static final int CALL_ONCE = 9;
    /** Words 2 and 3: hash. */
    public static final int FORGET = 10;
    /** Words 2 to 7: name of a procedure. Answer: words 2 and 3: the hash by which it is called. */
    public static final int PROCEDURE = 11;
    /** As WRITE; answered when these bytes and all that were written to the area before are durable. */
    public static final int WRITE_THROUGH = 12;
    /** Word 2: area. Answered when all bytes that were written to it are durable. */
    public static final int FLUSH = 13;
    /**
     * Word 2: number of ranges, up to {@link #MAX_RANGES} of up to 8 areas; the data are for each the area and the number of bytes, a word
     * each, and the offset, two words. Answer: all bytes as data, range after range.
     */
    public static final int READ_RANGES = 14;
    /** As READ_RANGES; the bytes to be written are in the data behind the ranges. */
    public static final int WRITE_RANGES = 15;
    /**
     * Words 2 and 3: the fence of another session, of which the low {@link #FENCE_SHIFT} bits do not count. Answered when that one has
     * ended, with all that it had under way, or when there is none.
     */
    public static final int FENCE = 16;
    /**
     * Word 2: the place to go on at, 0 for the first. Answer: word 2: how many areas, word 3: the place to go on at, 0 when there are no
     * more; for each area {@link #LISTED_BYTES} of data: its number, its rights (bit 0: clients may write) and from bit 8 on its kind, a
     * word each, its bytes in two, and its name.
     */
    public static final int LIST = 17;
    /**
     * As READ; words 6 and 7: offset of eight bytes of the area, words 8 and 9: what they have to be when the others were read. Answer: as
     * for READ, or CHANGED.
     */
    public static final int READ_UNCHANGED = 18;
    /** Word 0: number of a call, word 2: how many more pieces of its stream were read. No answer. */
    public static final int GO_ON = 19;
    /** Word 0: number of an operation; the answer is LOST when the server knows of no such one. */
    public static final int ASK = 20;

    /** An answer. */
    public static final int ANSWER = 32;
    /** A piece of a call's stream, as data; the answer comes later. */
    public static final int STREAM = 33;

    // --- status

    /** It was done. */
    public static final int DONE = 0;
    /** A piece of a stream, as data; more comes. */
    public static final int MORE = 1;
    /** The server did not answer, or is gone: whether it was done is not known. */
    public static final int NO_ANSWER = 2;
    /** Too much is under way, or memory is used up: later. */
    public static final int BUSY = 3;
    /** There is no such server, or it has forgotten this client: connect again. */
    public static final int NO_SESSION = 4;
    /** There is no such area, or it was closed. */
    public static final int NO_AREA = 5;
    /** The bytes leave the area, or are too many. */
    public static final int OUT_OF_BOUNDS = 6;
    /** The area can only be read. */
    public static final int READ_ONLY = 7;
    /** The client has installed no such routine. */
    public static final int NO_ROUTINE = 8;
    /** The routine breaks a rule. */
    public static final int REFUSED = 9;
    /** The run has ended by a fault. */
    public static final int FAULT = 10;
    /** Another routine has this hash. */
    public static final int HASH_TAKEN = 11;
    /** Areas or arguments are not those that the routine wants. */
    public static final int WRONG_ARGUMENTS = 12;
    /** The request makes no sense. */
    public static final int MALFORMED = 13;
    /** The server knows of no such operation. */
    public static final int LOST = 14;
    /** There are as many routines as there may be, of a client or of procedures. */
    public static final int TOO_MANY = 15;
    /** There is an area, or a procedure, of this name. */
    public static final int NAME_TAKEN = 16;
    /** The memory or disk behind the area cannot be read or written, or there is no such disk. */
    public static final int DEVICE = 17;
    /** The server's host offers no procedure of this name. */
    public static final int NO_PROCEDURE = 18;

    /** Some of the blocks are another area's, which is open. */
    public static final int BLOCKS_TAKEN = 19;
    /** The eight bytes that were not to have changed have. */
    public static final int CHANGED = 20;

    private ArdmaProtocol() {}
}

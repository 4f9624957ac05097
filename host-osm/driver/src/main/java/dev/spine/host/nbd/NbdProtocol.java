package dev.spine.host.nbd;

/**
 * Numbers of the NBD protocol, fixed newstyle. All integers on the wire are big-endian.
 *
 * <p>Source: the NBD protocol description of the Network Block Device project, {@code doc/proto.md}.
 */
final class NbdProtocol {
    // --- greeting

    /** ASCII "NBDMAGIC", the first eight bytes from the server. */
    static final long SERVER_MAGIC = 0x4e42444d41474943L;
    /** ASCII "IHAVEOPT": the newstyle negotiation, and the beginning of each option. */
    static final long OPTION_MAGIC = 0x49484156454f5054L;
    /** Bytes of the server's greeting: two magics and its flags. */
    static final int GREETING_BYTES = 18;
    static final int CLIENT_FLAGS_BYTES = 4;
    /** Handshake flags: both sides know the fixed newstyle. */
    static final int FIXED_NEWSTYLE = 1;
    /** Handshake flags: no 124 zeros after the answer to {@link #OPT_EXPORT_NAME}. */
    static final int NO_ZEROES = 2;
    static final int EXPORT_NAME_PADDING = 124;

    // --- options

    /** Bytes of an option before its data: magic, option, length. */
    static final int OPTION_BYTES = 16;
    static final int OPT_EXPORT_NAME = 1;
    static final int OPT_ABORT = 2;
    static final int OPT_LIST = 3;
    static final int OPT_STARTTLS = 5;
    static final int OPT_INFO = 6;
    static final int OPT_GO = 7;
    static final int OPT_STRUCTURED_REPLY = 8;
    static final int OPT_LIST_META_CONTEXT = 9;
    static final int OPT_SET_META_CONTEXT = 10;

    static final long OPTION_REPLY_MAGIC = 0x0003e889045565a9L;
    /** Bytes of a reply to an option before its data: magic, option, type, length. */
    static final int OPTION_REPLY_BYTES = 20;
    static final int REP_ACK = 1;
    static final int REP_SERVER = 2;
    static final int REP_INFO = 3;
    static final int REP_META_CONTEXT = 4;
    static final int REP_ERR_UNSUP = 0x8000_0001;
    static final int REP_ERR_POLICY = 0x8000_0002;
    static final int REP_ERR_INVALID = 0x8000_0003;
    static final int REP_ERR_UNKNOWN = 0x8000_0006;
    static final int REP_ERR_SHUTDOWN = 0x8000_0007;
    static final int REP_ERR_TOO_BIG = 0x8000_0009;

    static final int INFO_EXPORT = 0;
    static final int INFO_NAME = 1;
    static final int INFO_DESCRIPTION = 2;
    static final int INFO_BLOCK_SIZE = 3;
    /** Longest name of an export that anybody may ask for. */
    static final int MAX_NAME_BYTES = 4096;

    // --- meta contexts

    /** The context that says where holes are. */
    static final String BASE_ALLOCATION = "base:allocation";
    /** What all contexts begin with of which that is one. */
    static final String BASE_NAMESPACE = "base:";
    /** Our number for it. */
    static final int BASE_ALLOCATION_ID = 1;
    /** Flags of an extent: it takes no room; it reads as zeros. */
    static final int STATE_HOLE = 1;
    static final int STATE_ZERO = 1 << 1;

    // --- transmission flags

    static final int FLAG_HAS_FLAGS = 1;
    static final int FLAG_READ_ONLY = 1 << 1;
    static final int FLAG_SEND_FLUSH = 1 << 2;
    static final int FLAG_SEND_FUA = 1 << 3;
    static final int FLAG_SEND_TRIM = 1 << 5;
    static final int FLAG_SEND_WRITE_ZEROES = 1 << 6;
    static final int FLAG_SEND_DF = 1 << 7;
    static final int FLAG_CAN_MULTI_CONN = 1 << 8;
    static final int FLAG_SEND_CACHE = 1 << 10;
    static final int FLAG_SEND_FAST_ZERO = 1 << 11;

    // --- requests

    static final int REQUEST_MAGIC = 0x25609513;
    /** Bytes of a request: magic, command flags, type, cookie, offset, length. */
    static final int REQUEST_BYTES = 28;
    static final int CMD_READ = 0;
    static final int CMD_WRITE = 1;
    static final int CMD_DISC = 2;
    static final int CMD_FLUSH = 3;
    static final int CMD_TRIM = 4;
    static final int CMD_CACHE = 5;
    static final int CMD_WRITE_ZEROES = 6;
    static final int CMD_BLOCK_STATUS = 7;

    static final int CMD_FLAG_FUA = 1;
    static final int CMD_FLAG_NO_HOLE = 1 << 1;
    static final int CMD_FLAG_DF = 1 << 2;
    static final int CMD_FLAG_REQ_ONE = 1 << 3;
    static final int CMD_FLAG_FAST_ZERO = 1 << 4;

    // --- replies

    static final int SIMPLE_REPLY_MAGIC = 0x67446698;
    /** Bytes of a simple reply before its data: magic, error, cookie. */
    static final int SIMPLE_REPLY_BYTES = 16;
    static final int STRUCTURED_REPLY_MAGIC = 0x668e33ef;
    /** Bytes of a chunk of a structured reply before its payload: magic, flags, type, cookie, length. */
    static final int STRUCTURED_REPLY_BYTES = 20;
    /** Chunk flags: the last one of its reply. */
    static final int REPLY_FLAG_DONE = 1;
    static final int REPLY_NONE = 0;
    static final int REPLY_OFFSET_DATA = 1;
    static final int REPLY_OFFSET_HOLE = 2;
    static final int REPLY_BLOCK_STATUS = 5;
    static final int REPLY_ERROR = 0x8001;
    static final int REPLY_ERROR_OFFSET = 0x8002;
    static final int OFFSET_BYTES = 8;

    private NbdProtocol() {}
}

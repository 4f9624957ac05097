package dev.spine.i2o.sgl;

/**
 * The flag byte of a scatter-gather element: [31:24] of its first word. Any thread.
 *
 * <pre>
 *   7     6            5..2                   1..0
 * +-----+-----+---------------------------+---------------+
 * | LAST| EOB | type; simple, page: LOCAL | context units |
 * |     |     | 0x08 and DIRECTION 0x04   |               |
 * +-----+-----+---------------------------+---------------+
 * </pre>
 *
 * <p>Source: I2O 1.5 scatter-gather lists; SIG message header.
 */
public final class SglFlags {
    /** The last element of the list. */
    public static final int LAST = 0x80;
    /** The element ends a buffer; only in simple, page-list, immediate and bit-bucket elements. */
    public static final int END_OF_BUFFER = 0x40;
    /** Simple, page list: the address is in the IOP's own address space. */
    public static final int LOCAL_ADDRESS = 0x08;
    /** Simple, page list: data flows from the buffer to the target. Clear: into the buffer. */
    public static final int FROM_BUFFER = 0x04;
    /** Lower bit of the count of context units. */
    public static final int CONTEXT_BIT_0 = 0x01;
    /** Upper bit of the count of context units. */
    public static final int CONTEXT_BIT_1 = 0x02;
    /** How many units of context follow the first word. */
    public static final int CONTEXT_UNITS = 0x03;
    /** The bits that tell the type. */
    public static final int TYPE_MASK = 0x7C;

    /** The bits that tell the type without the end of a buffer. */
    public static final int ADDRESS_MODE_MASK = 0x3C;

    /** Type: skip this word. */
    public static final int IGNORE = 0x00;
    /** Type: details for the transport. */
    public static final int TRANSPORT = 0x04;
    /** Type: data to discard, or zeros to supply. */
    public static final int BIT_BUCKET = 0x08;
    /** Type: data inside the list. */
    public static final int IMMEDIATE = 0x0C;
    /** Type: one run of memory. */
    public static final int SIMPLE = 0x10;
    /** Type: pages of memory. */
    public static final int PAGE_LIST = 0x20;
    /** Type: the list continues elsewhere. */
    public static final int CHAIN = 0x30;
    /** Type: the list continues in the IOP's own address space. */
    public static final int CHAIN_LOCAL = 0x38;
    /** Type: parameters of a transaction, whose length takes 24 bits. */
    public static final int LONG_TRANSACTION = 0x40;
    /** Type: parameters of a transaction, whose length takes 8 bits and leaves 16 for the class. */
    public static final int SHORT_TRANSACTION = 0x70;
    /** Type: attributes of the list. */
    public static final int ATTRIBUTES = 0x7C;

    /** The bits that tell the type of an element whose length takes 8 bits: the types of 2.0, and transactions and attributes of 1.5. */
    public static final int SHORT_TYPE_MASK = 0x7F;
    /** Type of 2.0: parameters of a transaction with a buffer context. */
    public static final int V2_TRANSACTION_CONTEXT = 0x71;
    /** Type of 2.0: pages of memory. */
    public static final int V2_PAGE_LIST = 0x74;
    /** Type of 2.0: runs of memory. */
    public static final int V2_FRAGMENT_LIST = 0x75;
    /** Type of 2.0: data inside the list. */
    public static final int V2_IMMEDIATE = 0x76;
    /** Type of 2.0: which types the list has. */
    public static final int V2_TYPES_PRESENT = 0x77;
    /** Type of 2.0: the platform whose addresses these are. */
    public static final int V2_PLATFORM = 0x7B;
    /** Type of 2.0: the list continues elsewhere. */
    public static final int V2_CHAIN = 0x7D;
    /** Type of 2.0: details for the transport. */
    public static final int V2_TRANSPORT = 0x7E;
    /** Type of 2.0: skip this element. */
    public static final int V2_IGNORE = 0x7F;
    /** Element flags of 2.0, [15:8] of the first word: how many words an address has, less one. */
    public static final int V2_ADDRESS_SIZE = 0x03;
    /** Element flags of 2.0: the address is in the IOP's own address space. */
    public static final int V2_LOCAL_ADDRESS = 0x04;
    /** Element flags of 2.0: data flows from the buffer to the target. */
    public static final int V2_FROM_BUFFER = 0x40;
    /** Element flags of 2.0: the element ends a buffer. */
    public static final int V2_END_OF_BUFFER = 0x80;
    /** Immediate data of 2.0: the bits that count its bytes. */
    public static final int V2_IMMEDIATE_COUNT = 0x3FF;

    /** Attribute: transaction contexts take 64 bits per unit. */
    public static final int ATTRIBUTE_CONTEXT_64_BIT = 0x0004;
    /** Attribute: addresses take 64 bits. Not named in the SIG headers; so used by Linux and Adaptec. */
    public static final int ATTRIBUTE_ADDRESS_64_BIT = 0x0002;

    /** Attribute: contexts take 32 bits per unit. */
    public static final int ATTRIBUTE_CONTEXT_32_BIT = 0x0000;
    /** Attribute: local addresses take 32 bits. */
    public static final int ATTRIBUTE_LOCAL_ADDRESS_32_BIT = 0x0000;
    /** Attribute: the list has local addresses. */
    public static final int ATTRIBUTE_LOCAL_ADDRESS_HINT = 0x0100;
    /** Attribute: the list has immediate data. */
    public static final int ATTRIBUTE_IMMEDIATE_HINT = 0x0200;
    /** Attribute: the list has bit buckets. */
    public static final int ATTRIBUTE_BIT_BUCKET_HINT = 0x0400;

    /** The largest byte count that an element can state. */
    public static final int MAX_COUNT = 0xFFFFFF;

    private SglFlags() {
    }
}

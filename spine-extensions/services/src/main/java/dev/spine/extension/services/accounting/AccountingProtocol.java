package dev.spine.extension.services.accounting;

/** The messages and records of accounting. Numbers in records are in network order. */
public final class AccountingProtocol {
    /** The host wants the records of all flows now. */
    public static final int FLUSH = 1;
    /** The host wants the totals; they come to its handler of {@link #TOTALS_OFFSET}. */
    public static final int ASK = 2;
    /** The host's handler of records when the parameter {@code handler} says no other. */
    public static final int RECORDS_HANDLER = 60;
    /** The handler of totals is the one of records and so much. */
    public static final int TOTALS_OFFSET = 1;

    /** Bytes of a record. */
    public static final int RECORD_BYTES = 72;
    /** The most records of a message. */
    public static final int RECORDS_OF_MESSAGE = 100;
    /** Byte: IP version, 4 or 6. */
    public static final int VERSION = 0;
    /** Byte: protocol above IP. */
    public static final int PROTOCOL = 1;
    /** Byte: traffic class of the last packet. */
    public static final int TRAFFIC_CLASS = 2;
    /** Byte: all TCP flags that were seen. */
    public static final int TCP_FLAGS = 3;
    /** 16 bits: source port, 0 where there is none. */
    public static final int SOURCE_PORT = 4;
    /** 16 bits: destination port, 0 where there is none. */
    public static final int DESTINATION_PORT = 6;
    /** 16 bytes: source address; of IPv4 the last four. */
    public static final int SOURCE = 8;
    /** 16 bytes: destination address; of IPv4 the last four. */
    public static final int DESTINATION = 24;
    /** 64 bits: packets. */
    public static final int PACKETS = 40;
    /** 64 bits: bytes, from the MAC header on. */
    public static final int BYTES = 48;
    /** 64 bits: the card's time of the first packet, in nanoseconds. */
    public static final int FIRST = 56;
    /** 64 bits: the card's time of the last packet, in nanoseconds. */
    public static final int LAST = 64;

    /** Word of a message with records: the number of its first record, from 0, modulo 2^32. */
    public static final int SEQUENCE = 0;
    /** Word of a message with records: how many. */
    public static final int RECORDS = 1;
    /** Words of a message with records, high half first: packets of all its records. */
    public static final int SUM_OF_PACKETS = 2;
    /** Words of a message with records, high half first: bytes of all its records. */
    public static final int SUM_OF_BYTES = 4;

    /** Words of totals, high half first: packets. */
    public static final int TOTAL_PACKETS = 0;
    /** Words of totals: bytes. */
    public static final int TOTAL_BYTES = 2;
    /** Words of totals: packets that are not IP, and belong to no flow. */
    public static final int TOTAL_OTHER = 4;
    /** Words of totals: bytes of packets that are not IP. */
    public static final int TOTAL_OTHER_BYTES = 6;
    /** Words of totals: packets of records that the host did not get. */
    public static final int TOTAL_LOST = 8;
    /** Word of totals: records in the table. */
    public static final int FLOWS = 10;
    /** Word of totals: prefixes; the data have four 64-bit numbers for each: packets and bytes from it, packets and bytes to it. */
    public static final int PREFIXES = 11;
    /** Bytes for each prefix in the data of totals. */
    public static final int PREFIX_BYTES = 32;

    static final int TICK = 16;
    static final int RETURNED = 17;

    private AccountingProtocol() {}
}

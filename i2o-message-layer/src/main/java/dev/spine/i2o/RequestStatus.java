package dev.spine.i2o;

/**
 * Request status: the top byte of word 4 of an ordinary reply (byte 19). Any thread.
 *
 * <p>Source: I2O 1.5 status codes; SIG headers. 0x07 has no meaning in 1.5.
 */
public final class RequestStatus {
    /** Done. */
    public static final int SUCCESS = 0x00;
    /** Aborted; the state of the data is uncertain. */
    public static final int ABORT_DIRTY = 0x01;
    /** Aborted before data was transferred. */
    public static final int ABORT_NO_DATA_TRANSFER = 0x02;
    /** Aborted after part of the data was transferred. */
    public static final int ABORT_PARTIAL_TRANSFER = 0x03;
    /** Error; the state of the data is uncertain. */
    public static final int ERROR_DIRTY = 0x04;
    /** Error; no data was transferred. */
    public static final int ERROR_NO_DATA_TRANSFER = 0x05;
    /** Error; part of the data was transferred. */
    public static final int ERROR_PARTIAL_TRANSFER = 0x06;
    /** The target ended it; the state of the data is uncertain. */
    public static final int PROCESS_ABORT_DIRTY = 0x08;
    /** The target ended it before data was transferred. */
    public static final int PROCESS_ABORT_NO_DATA_TRANSFER = 0x09;
    /** The target ended it after part of the data was transferred. */
    public static final int PROCESS_ABORT_PARTIAL_TRANSFER = 0x0A;
    /** The target refused the transaction as a whole; the reply has the layout of a transaction error. */
    public static final int TRANSACTION_ERROR = 0x0B;
    /** More replies follow. */
    public static final int PROGRESS_REPORT = 0x80;

    private RequestStatus() {
    }

    /**
     * The name of a status, for people.
     *
     * @param status byte 19 of a reply, any value
     * @return its name, or the number in hexadecimal
     */
    public static String name(int status) {
        return Names.ALL.name(status);
    }

    /** Looked up on first use. */
    private static final class Names {
        static final CodeNames ALL = CodeNames.of(RequestStatus.class);
    }
}

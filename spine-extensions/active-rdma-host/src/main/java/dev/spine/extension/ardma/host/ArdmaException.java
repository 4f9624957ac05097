package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.RoutineFlaw;
import dev.spine.host.driver.HostException;

/** An operation of Active RDMA was not carried out, or nobody knows whether it was. The message says which, and what to do. Any thread. */
public final class ArdmaException extends HostException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final Fault fault;

    private ArdmaException(String message, int status, Fault fault) {
        super(message);
        this.status = status;
        this.fault = fault;
    }

    ArdmaException(String what, int status) {
        this(what + ": " + text(status), status, Fault.NONE);
    }

    static ArdmaException ended() {
        return new ArdmaException("another user of this connection took this one for dead: nothing was done; open the file system anew",
            ArdmaProtocol.NO_SESSION, Fault.NONE);
    }

    static ArdmaException noToken() {
        return new ArdmaException("a connection has 255 tokens, and all are in use: close a file system", ArdmaProtocol.BUSY, Fault.NONE);
    }

    static ArdmaException fault(int number, int method, int offset, long steps) {
        Fault[] faults = Fault.values();
        Fault fault = number < 0 || number >= faults.length ? Fault.NONE : faults[number];
        String where = fault == Fault.STEPS ? "" : " in method " + method + " at " + offset;
        return new ArdmaException("the run has ended after " + steps + " steps by " + fault.text() + where, ArdmaProtocol.FAULT, fault);
    }

    static ArdmaException refused(int flaw, int method, int offset) {
        RoutineFlaw[] flaws = RoutineFlaw.values();
        String text = flaw < 0 || flaw >= flaws.length ? "flaw " + flaw : flaws[flaw].text();
        String where = method < 0 ? "" : " in method " + method + " at " + offset;
        return new ArdmaException("the server refuses the routine: " + text + where, ArdmaProtocol.REFUSED, Fault.NONE);
    }

    /** {@return what it was, a status of {@link ArdmaProtocol}} */
    public int status() {
        return status;
    }

    /** {@return why a run has ended; {@link Fault#NONE} when it is about something else} */
    public Fault fault() {
        return fault;
    }

    private static String text(int status) {
        return switch (status) {
            case ArdmaProtocol.NO_ANSWER -> "no answer came; whether it was done is not known";
            case ArdmaProtocol.BUSY -> "too much is under way or its memory is used up: try again";
            case ArdmaProtocol.NO_SESSION -> "the server does not know this client any more: connect again";
            case ArdmaProtocol.NO_AREA -> "there is no such area, or it was closed: look it up again";
            case ArdmaProtocol.OUT_OF_BOUNDS -> "the bytes leave the area or its disk, or are more than " + ArdmaProtocol.MAX_BYTES;
            case ArdmaProtocol.READ_ONLY -> "the area can only be read";
            case ArdmaProtocol.NO_ROUTINE -> "this client has installed no such routine there: install it first";
            case ArdmaProtocol.HASH_TAKEN -> "another routine there has its hash: change a byte of its data";
            case ArdmaProtocol.WRONG_ARGUMENTS -> "these are not as many areas and arguments as the routine wants";
            case ArdmaProtocol.TOO_MANY -> "there are as many routines there as there may be: forget or withdraw one";
            case ArdmaProtocol.NAME_TAKEN -> "the name is taken: close or withdraw what has it first, or choose another name";
            case ArdmaProtocol.BLOCKS_TAKEN -> "some of its blocks are an area's that is open: close that first, or choose others";
            case ArdmaProtocol.NO_PROCEDURE -> "the server's host offers no procedure of this name";
            case ArdmaProtocol.DEVICE -> "the memory or disk behind the area cannot be read or written, or is not there";
            case ArdmaProtocol.MALFORMED -> "the request makes no sense; an area has a name and 1 byte or more, on a disk in whole blocks"
                + " of at most 1,024 bytes";
            default -> "status " + status;
        };
    }
}

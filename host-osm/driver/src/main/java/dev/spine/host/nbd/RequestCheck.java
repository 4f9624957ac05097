package dev.spine.host.nbd;

import dev.spine.host.block.BlockDevice;

/** Which requests make sense, and what is wrong with the others. Host agent's thread only. */
final class RequestCheck {
    private static final int WRITE_ZEROES_FLAGS = NbdProtocol.CMD_FLAG_FUA | NbdProtocol.CMD_FLAG_NO_HOLE | NbdProtocol.CMD_FLAG_FAST_ZERO;
    private static final int FAST_AND_ALLOCATED = NbdProtocol.CMD_FLAG_NO_HOLE | NbdProtocol.CMD_FLAG_FAST_ZERO;

    private final BlockDevice device;
    private final boolean readOnly;
    private final int readFlags;
    private final int piece;
    private boolean shuttingDown;

    /**
     * The check of one connection.
     *
     * @param export what is asked for
     * @param structured whether reads are answered by structured replies
     * @param piece the largest read that is answered by one chunk
     */
    RequestCheck(NbdExport export, boolean structured, int piece) {
        this.device = export.device();
        this.readOnly = export.isReadOnly();
        this.readFlags = NbdProtocol.CMD_FLAG_FUA | (structured ? NbdProtocol.CMD_FLAG_DF : 0);
        this.piece = piece;
    }

    /** From now on everything is refused. */
    void shutDown() {
        shuttingDown = true;
    }

    NbdError read(RequestSlot slot) {
        NbdError wrong = range(slot, readFlags, NbdError.EINVAL);
        if (wrong != NbdError.NONE) {
            return wrong;
        }
        if (slot.left > Negotiation.MAX_PAYLOAD_BYTES) {
            return NbdError.EINVAL;
        }
        boolean whole = (slot.flags & NbdProtocol.CMD_FLAG_DF) != 0;
        return whole && slot.left > piece - slot.offset % device.info().blockBytes() ? NbdError.EOVERFLOW : NbdError.NONE;
    }

    NbdError write(RequestSlot slot) {
        NbdError wrong = change(slot, NbdProtocol.CMD_FLAG_FUA, NbdError.ENOSPC);
        return wrong == NbdError.NONE && slot.left > Negotiation.MAX_PAYLOAD_BYTES ? NbdError.EINVAL : wrong;
    }

    NbdError trim(RequestSlot slot) {
        return change(slot, NbdProtocol.CMD_FLAG_FUA, NbdError.EINVAL);
    }

    /** Zeros in blocks that must be allocated are no faster than data. */
    NbdError writeZeroes(RequestSlot slot) {
        NbdError wrong = change(slot, WRITE_ZEROES_FLAGS, NbdError.ENOSPC);
        return wrong == NbdError.NONE && (slot.flags & FAST_AND_ALLOCATED) == FAST_AND_ALLOCATED ? NbdError.ENOTSUP : wrong;
    }

    NbdError cache(RequestSlot slot) {
        return range(slot, NbdProtocol.CMD_FLAG_FUA, NbdError.EINVAL);
    }

    NbdError blockStatus(RequestSlot slot) {
        return range(slot, NbdProtocol.CMD_FLAG_REQ_ONE, NbdError.EINVAL);
    }

    NbdError flush(RequestSlot slot) {
        return flags(slot, NbdProtocol.CMD_FLAG_FUA);
    }

    private NbdError flags(RequestSlot slot, int known) {
        return shuttingDown ? NbdError.ESHUTDOWN : (slot.flags & ~known) != 0 ? NbdError.EINVAL : NbdError.NONE;
    }

    private NbdError change(RequestSlot slot, int known, NbdError outside) {
        NbdError wrong = flags(slot, known);
        if (wrong == NbdError.NONE && (readOnly || device.info().readOnly())) {
            return NbdError.EPERM;
        }
        return wrong == NbdError.NONE ? range(slot, known, outside) : wrong;
    }

    private NbdError range(RequestSlot slot, int known, NbdError outside) {
        NbdError wrong = flags(slot, known);
        if (wrong == NbdError.NONE && slot.left == 0) {
            return NbdError.EINVAL;
        }
        boolean inside = slot.offset >= 0 && slot.offset <= device.info().capacityBytes() - slot.left;
        return wrong == NbdError.NONE && !inside ? outside : wrong;
    }
}

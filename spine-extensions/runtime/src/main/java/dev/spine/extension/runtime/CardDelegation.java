package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Delegation;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.api.Rights;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.ServiceException;
import dev.spine.extension.api.Surface;
import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.iop.engine.Op;
import org.jspecify.annotations.Nullable;

/** Makes parts of what an instance holds, gives them to other instances of the card and takes them back. Belongs to the card's agent. */
final class CardDelegation implements Delegation {
    private final ExtensionInstance instance;
    private final Dispatcher dispatcher;
    private final Holdings holdings;

    CardDelegation(ExtensionInstance instance, Dispatcher dispatcher) {
        this.instance = instance;
        this.dispatcher = dispatcher;
        this.holdings = instance.holdings();
    }

    // --- narrower

    @Override
    public @Nullable Buffer narrow(Buffer of, int offset, int bytes, Rights rights) {
        Lease whole = holdings.leaseOf(of);
        checkPart(offset, bytes, of.length());
        Lease part = holdings.partOf(whole, offset, bytes, rights == Rights.READ_WRITE, Lease.Origin.PART);
        if (part == null) {
            return null;
        }
        Buffer kept = part.buffer().keep();
        part.release();
        return kept;
    }

    private static void checkPart(int offset, int bytes, int length) {
        if (bytes < 1 || offset < 0 || offset > length - bytes) {
            throw new IndexOutOfBoundsException("a part of " + bytes + " bytes at offset " + offset + " leaves the whole of " + length
                + " bytes");
        }
    }

    @Override
    public @Nullable Surface narrow(Surface of, int x, int y, int width, int height) {
        GrantPart whole = partOf(of);
        if (width < 1 || height < 1 || x < 0 || y < 0 || x > of.width() - width || y > of.height() - height) {
            throw new IndexOutOfBoundsException("a part of " + width + " x " + height + " pixels at " + x + ", " + y
                + " leaves a surface of " + of.width() + " x " + of.height());
        }
        if (of.format() == PixelFormat.UYVY && ((x | width) & 1) != 0) {
            throw new IllegalArgumentException("two pixels of this surface share their colour: begin and end a part at an even column");
        }
        if (whole == null || !holdings.mayHavePart()) {
            return null;
        }
        Surface part = RuntimeAccess.part(of, x, y, width, height);
        GrantPart.of(holdings, whole, part);
        return part;
    }

    @Override
    public @Nullable HostRegion narrow(HostRegion of, int offset, int bytes, Rights rights) {
        GrantPart whole = partOf(of);
        checkPart(offset, bytes, of.length());
        if (!holdings.mayHavePart()) {
            return null;
        }
        HostRegion part = RuntimeAccess.newRegion(RuntimeAccess.address(of) + offset, bytes, rights == Rights.READ_WRITE && of.isWritable(),
            RuntimeAccess.grant(of));
        GrantPart.of(holdings, whole, part);
        return part;
    }

    /** What is known of a surface; of one that a display has granted, nothing was known so far. Null when no more can be known. */
    private @Nullable GrantPart partOf(Surface surface) {
        if (RuntimeAccess.origin(surface) instanceof GrantPart known) {
            return own(known).usable();
        }
        return holdings.mayHavePart() ? GrantPart.of(holdings, null, surface) : null;
    }

    private GrantPart partOf(HostRegion region) {
        if (RuntimeAccess.origin(region) instanceof GrantPart known) {
            return own(known).usable();
        }
        throw new IllegalArgumentException("this region is not this extension's");
    }

    private GrantPart own(GrantPart part) {
        if (part.holdings() != holdings) {
            throw new IllegalArgumentException("this is another extension's: it cannot have come here");
        }
        return part;
    }

    // --- given

    private Resident receiver(Route to) {
        Resident receiver = to.way() == Route.Way.LOCAL ? dispatcher.local(to) : null;
        if (receiver == null) {
            throw new IllegalArgumentException("parts are given to extensions of this card: this way leads elsewhere, or to one that is"
                + " gone");
        }
        return receiver;
    }

    @Override
    public boolean give(Route to, Buffer part, int number) {
        Lease lease = holdings.leaseOf(part);
        Resident receiver = receiver(to);
        if (lease.origin() != Lease.Origin.PART) {
            throw new IllegalArgumentException("only a part can be given, because it can be taken back: narrow the buffer first");
        }
        instance.chargeWork();
        instance.parts().agent().charge(Op.EFFECT);
        if (!receiver.isRunning() || !dispatcher.canSend(instance, to)) {
            return false;
        }
        Lease given = receiver.holdings().partOf(lease, 0, part.length(), true, Lease.Origin.PART);
        if (given == null) {
            return false;
        }
        dispatcher.local().delegate(receiver.number(), to.handler(), number, given, null, null);
        return true;
    }

    @Override
    public boolean give(Route to, Surface part, int number) {
        if (!(RuntimeAccess.origin(part) instanceof GrantPart known) || !known.isPart()) {
            throw new IllegalArgumentException("only a part can be given, because it can be taken back: narrow the surface first");
        }
        Resident receiver = receiver(to);
        own(known).usable();
        instance.chargeWork();
        instance.parts().agent().charge(Op.EFFECT);
        if (!canReceive(receiver, to)) {
            return false;
        }
        dispatcher.local().delegate(receiver.number(), to.handler(), number, null, surfaceFor(receiver, known, part), null);
        return true;
    }

    @Override
    public boolean give(Route to, HostRegion part, int number) {
        if (!(RuntimeAccess.origin(part) instanceof GrantPart known) || !known.isPart()) {
            throw new IllegalArgumentException("only a part can be given, because it can be taken back: narrow the region first");
        }
        Resident receiver = receiver(to);
        own(known).usable();
        instance.chargeWork();
        instance.parts().agent().charge(Op.EFFECT);
        if (!canReceive(receiver, to)) {
            return false;
        }
        dispatcher.local().delegate(receiver.number(), to.handler(), number, null, null, regionFor(receiver, known, part));
        return true;
    }

    private static HostRegion regionFor(Resident receiver, GrantPart whole, HostRegion part) {
        HostRegion given = RuntimeAccess.newRegion(RuntimeAccess.address(part), part.length(), part.isWritable(),
            RuntimeAccess.grant(part));
        GrantPart.of(receiver.holdings(), whole, given);
        return given;
    }

    private boolean canReceive(Resident receiver, Route to) {
        return receiver.isRunning() && receiver.holdings().mayHavePart() && dispatcher.canSend(instance, to);
    }

    private static Surface surfaceFor(Resident receiver, GrantPart whole, Surface part) {
        Surface given = RuntimeAccess.part(part, 0, 0, part.width(), part.height());
        GrantPart.of(receiver.holdings(), whole, given);
        return given;
    }

    /** A surface as a parameter of a call: the callee's own, to be taken back by this instance. */
    Surface copyFor(Resident callee, Surface part) {
        if (!(RuntimeAccess.origin(part) instanceof GrantPart known) || !known.isPart()) {
            throw new IllegalArgumentException("only a part can be given, because it can be taken back: narrow the surface first");
        }
        own(known).usable();
        checkRoom(callee);
        return surfaceFor(callee, known, part);
    }

    /** A region as a parameter of a call. */
    HostRegion copyFor(Resident callee, HostRegion part) {
        if (!(RuntimeAccess.origin(part) instanceof GrantPart known) || !known.isPart()) {
            throw new IllegalArgumentException("only a part can be given, because it can be taken back: narrow the region first");
        }
        own(known).usable();
        checkRoom(callee);
        return regionFor(callee, known, part);
    }

    private static void checkRoom(Resident callee) {
        if (!callee.holdings().mayHavePart()) {
            throw RuntimeAccess.newServiceException(ServiceException.Reason.FULL, "the service has " + Holdings.MAX_PARTS
                + " surfaces and regions already");
        }
    }

    // --- taken back

    private static int checked(int handler) {
        if (handler < 1 || handler >= ExtensionVersion.HANDLERS) {
            throw new IllegalArgumentException("there is no handler " + handler + ": their numbers are 1 to 255");
        }
        return handler;
    }

    @Override
    public void revoke(Buffer part, int handler, int number) {
        checked(handler);
        Lease lease = holdings.leaseOf(part);
        if (!RuntimeAccess.isKept(part)) {
            throw new IllegalArgumentException("this buffer ends with its activation: keep or narrow it to revoke it");
        }
        instance.chargeWork();
        instance.parts().agent().charge(Op.EFFECT);
        holdings.beginRevocation();
        CardMemory.Block block = lease.block();
        // Who uses what was exported has it no more, either.
        if (block != null) {
            dispatcher.memory().exports().endAll(block);
        }
        lease.revoke(handler, number);
    }

    @Override
    public void revoke(Surface part, int handler, int number) {
        if (!(RuntimeAccess.origin(part) instanceof GrantPart known) || !known.isPart()) {
            throw new IllegalArgumentException("only a part of a surface can be revoked; the surface is its display's");
        }
        revoke(known, handler, number);
    }

    @Override
    public void revoke(HostRegion part, int handler, int number) {
        if (!(RuntimeAccess.origin(part) instanceof GrantPart known)) {
            throw new IllegalArgumentException("this region is not this extension's");
        }
        revoke(known, handler, number);
    }

    private void revoke(GrantPart known, int handler, int number) {
        own(known).usable();
        checked(handler);
        instance.chargeWork();
        instance.parts().agent().charge(Op.EFFECT);
        holdings.beginRevocation();
        known.revoke(handler, number);
    }
}

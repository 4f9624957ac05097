package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Rights;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/**
 * Gives parts of its memory and of regions of the host to others of its kind, writes into what it is given, takes back, and looks at each
 * of its bytes afterwards. Tells the host, on handler 5, of each message: its number, the number of one that it has sent, whether it fails
 * now, and what this is about.
 */
public final class Lender implements Extension {
    /** Open the handler for parts under the name of word 2. */
    public static final int OPEN = 20;
    /** Give part of the memory to the one of the name in word 2. The new message has the number of word 3. */
    public static final int GIVE = 21;
    /** Make what was given narrower and give it on. */
    public static final int GIVE_ON = 22;
    /** Take back what was given. Its end has the number of word 3. */
    public static final int REVOKE = 23;
    /** Write into what was given, many times, without waiting for the end. */
    public static final int WRITE = 24;
    /** Read from what was given. */
    public static final int READ = 25;
    /** Look at each byte that nobody else can write now. */
    public static final int LOOK = 26;
    /** Write into the region, many times. */
    public static final int WRITE_REGION = 27;
    /** Give a part of the region. */
    public static final int GIVE_REGION = 28;
    /** Take back the part of the region. */
    public static final int REVOKE_REGION_PART = 29;
    /** Take back the region. */
    public static final int REVOKE_REGION = 30;
    /** Fail. */
    public static final int FAIL = 31;

    /** A message was handled. */
    public static final int HANDLED = 0;
    /** A revocation is complete. */
    public static final int REVOKED = 2;
    /** The whole region is taken back. */
    public static final int REGION_REVOKED = 3;
    /** Something is not as it must be. */
    public static final int WRONG = 4;

    private static final int BYTES = 1024;
    private static final int RUNS = 20;
    private static final int SECRET = 0x51_51_51_51;

    private @Nullable Buffer lent;
    private @Nullable Buffer scratch;
    private @Nullable Buffer seen;
    private @Nullable Buffer part;
    private @Nullable Buffer given;
    private @Nullable HostRegion region;
    private @Nullable HostRegion regionPart;
    private int partStart;
    private int partLength;
    private boolean partWritable;
    /** The number of the revocation of the part that is in flight, or 0. */
    private int revoking;
    private int seal = SECRET;
    private int wrong;

    /** Loaded by the runtime. */
    public Lender() {}

    @Override
    public void start(ExtensionContext context) {
        lent = context.allocateForDevices(BYTES);
        scratch = context.allocateForDevices(BYTES);
        seen = context.allocateForDevices(BYTES);
        fill(lent, SECRET);
        fill(scratch, 0x77_77_77_77);
        context.onMessage(1, context, (on, message) -> onMessage(on, message));
        context.onMessage(2, context, (on, message) -> onGiven(on, message));
        context.onMessage(3, context, (on, message) -> onRevoked(on, message));
    }

    private static void fill(@Nullable Buffer buffer, int value) {
        if (buffer != null) {
            for (int i = 0; i < BYTES; i += Integer.BYTES) {
                buffer.put32(i, value);
            }
        }
    }

    private void notify(ExtensionContext context, int number, int sent, int fails, int kind) {
        OutgoingMessage notified = context.message(context.host(5));
        if (notified == null) {
            throw new IllegalStateException("the host takes no message");
        }
        notified.word(0, number).word(1, sent).word(2, fails).word(3, kind).word(4, wrong).send();
    }

    private void onMessage(ExtensionContext context, Message message) {
        int order = message.word(0);
        int sent = 0;
        try {
            sent = act(context, order, message) ? message.word(3) : 0;
        } catch (IllegalStateException | IllegalArgumentException | UnsupportedOperationException e) {
            // Revoked, released or read-only meanwhile: that is as it should be.
            sent = 0;
        }
        notify(context, message.word(1), sent, order == FAIL ? 1 : 0, wrong == 0 ? HANDLED : WRONG);
        if (order == FAIL) {
            throw new IllegalStateException("the test wanted this after it was told");
        }
    }

    /** {@return whether one more message is in flight} */
    private boolean act(ExtensionContext context, int order, Message message) {
        switch (order) {
            case OPEN -> context.services().open("lender " + message.word(2), ServiceRights.EVERYBODY, 2);
            case GIVE -> {
                return give(context, message);
            }
            case GIVE_ON -> {
                return giveOn(context, message);
            }
            case REVOKE -> revoke(context, message.word(3));
            case WRITE -> copy(context, scratch, given);
            case READ -> copy(context, given, seen);
            case LOOK -> look();
            case WRITE_REGION -> {
                HostRegion to = region;
                Buffer from = scratch;
                if (to != null && from != null) {
                    runs(context.transfer(from, to), Math.min(to.length(), BYTES));
                }
            }
            case GIVE_REGION -> {
                return giveRegion(context, message);
            }
            case REVOKE_REGION_PART -> {
                HostRegion back = regionPart;
                regionPart = null;
                if (back != null) {
                    context.delegation().revoke(back, 3, message.word(3));
                }
            }
            case REVOKE_REGION -> {
                HostRegion back = region;
                region = null;
                if (back != null) {
                    context.delegation().revoke(back, 3, -message.word(3));
                }
            }
            default -> {
                // Only told.
            }
        }
        return false;
    }

    private boolean give(ExtensionContext context, Message message) {
        Route to = context.services().find("lender " + message.word(2));
        Buffer of = lent;
        if (to == null || of == null || part != null || revoking != 0) {
            return false;
        }
        look();
        partStart = message.word(4) & 511 & -Integer.BYTES;
        partLength = 64 + (message.word(5) & 511 & -Integer.BYTES) - 64 * (message.word(5) >>> 9 & 1);
        partLength = Math.max(Integer.BYTES, partLength - Math.max(0, partStart + partLength - BYTES));
        partWritable = (message.word(6) & 1) == 0;
        Buffer made = context.delegation().narrow(of, partStart, partLength, partWritable ? Rights.READ_WRITE : Rights.READ);
        if (made == null) {
            return false;
        }
        part = made;
        return context.delegation().give(to, made, message.word(3));
    }

    private boolean giveOn(ExtensionContext context, Message message) {
        Route to = context.services().find("lender " + message.word(2));
        Buffer of = given;
        if (to == null || of == null || of.length() < 2 * Integer.BYTES) {
            return false;
        }
        Buffer made = context.delegation().narrow(of, Integer.BYTES, of.length() - 2 * Integer.BYTES + 1, Rights.READ_WRITE);
        if (made == null) {
            return false;
        }
        boolean sent = context.delegation().give(to, made, message.word(3));
        if (!sent) {
            made.release();
        }
        return sent;
    }

    private boolean giveRegion(ExtensionContext context, Message message) {
        Route to = context.services().find("lender " + message.word(2));
        HostRegion of = region;
        if (to == null || of == null || regionPart != null || !of.isValid() || of.length() < 16) {
            return false;
        }
        HostRegion made = context.delegation().narrow(of, 8, of.length() - 15, Rights.READ_WRITE);
        if (made == null) {
            return false;
        }
        regionPart = made;
        return context.delegation().give(to, made, message.word(3));
    }

    private void revoke(ExtensionContext context, int number) {
        Buffer back = part;
        if (back != null && revoking == 0) {
            context.delegation().revoke(back, 3, number);
            part = null;
            revoking = number;
        }
    }

    private void onRevoked(ExtensionContext context, Message message) {
        if (message.kind() != Message.Kind.REVOKED) {
            return;
        }
        int number = message.word(0);
        if (revoking == number) {
            revoking = 0;
            lookAtTheRest();
            seal = SECRET ^ number;
            fill(lent, seal);
        }
        notify(context, Math.abs(number), 0, 0, wrong > 0 ? WRONG : number < 0 ? REGION_REVOKED : REVOKED);
    }

    /** What was not given, or only to be read, has not changed. */
    private void lookAtTheRest() {
        Buffer own = lent;
        for (int i = 0; own != null && i < BYTES; i += Integer.BYTES) {
            boolean others = partWritable && i >= partStart && i < partStart + partLength;
            wrong = others || own.i32(i) == seal ? wrong : 1;
        }
    }

    private void look() {
        Buffer own = lent;
        for (int i = 0; own != null && part == null && revoking == 0 && i < BYTES; i += Integer.BYTES) {
            wrong = own.i32(i) == seal ? wrong : 2;
        }
    }

    private void onGiven(ExtensionContext context, Message message) {
        if (message.kind() == Message.Kind.SMALL) {
            notify(context, message.word(1), 0, 0, HANDLED);
            return;
        }
        HostRegion brought = message.region();
        if (brought != null) {
            region = brought;
        } else {
            Buffer now = message.buffer();
            Buffer before = given;
            if (before != null && before.length() > 0) {
                before.release();
            }
            tryToWiden(context, now);
            given = now.length() == 0 ? null : now.keep();
        }
        notify(context, message.word(0), 0, 0, wrong == 0 ? HANDLED : WRONG);
    }

    private void tryToWiden(ExtensionContext context, Buffer now) {
        try {
            context.delegation().narrow(now, 0, now.length() + 1, Rights.READ);
            wrong = 3;
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            // As it should be: it is larger than what was given, or that was taken back already.
        }
        if (now.length() > 0 && !now.isWritable()) {
            try {
                now.put8(0, 1);
                wrong = 4;
            } catch (UnsupportedOperationException e) {
                // As it should be.
            }
        }
    }

    private static void copy(ExtensionContext context, @Nullable Buffer from, @Nullable Buffer to) {
        if (from != null && to != null && from.length() > 0 && to.length() > 0) {
            runs(context.transfer(from, to), Math.min(from.length(), to.length()));
        }
    }

    private static void runs(@Nullable TransferRequest transfer, int bytes) {
        if (transfer != null) {
            for (int i = 0; i < RUNS; i++) {
                transfer.copy(0, 0, bytes);
            }
            transfer.submit();
        }
    }
}

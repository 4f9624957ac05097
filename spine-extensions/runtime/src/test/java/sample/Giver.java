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
import dev.spine.extension.api.Services;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/**
 * Gives and takes what a test tells it by word 0 of a message to handler 1, and answers with a number, or with one from -10 on for
 * what it has caught. What it is given comes to handler 2, which it opens to others by order 0.
 */
public final class Giver implements Extension {
    private static final int BYTES = 1 << 18;

    private @Nullable Buffer own;
    private @Nullable Buffer part;
    private @Nullable Buffer given;
    private @Nullable HostRegion region;
    private @Nullable HostRegion regionPart;
    private @Nullable Route known;
    private int revoked;
    private int ended;
    private int outcome = -1;

    /** Loaded by the runtime. */
    public Giver() {}

    @Override
    public void start(ExtensionContext context) {
        own = context.allocateForDevices(BYTES);
        context.onMessage(1, context, (given, message) -> answer(given, onOrder(given, message)));
        context.onMessage(2, context, (given, message) -> onDelegated(message));
        context.onMessage(3, context, (given, message) -> {
            if (message.kind() == Message.Kind.REVOKED) {
                revoked = message.word(0);
            } else {
                ended = message.word(0);
                outcome = message.word(1);
            }
        });
    }

    private void onDelegated(Message message) {
        if (message.region() != null) {
            region = message.region();
        } else {
            given = message.buffer().keep();
        }
    }

    private int onOrder(ExtensionContext context, Message message) {
        Services services = context.services();
        try {
            return switch (message.word(0)) {
                case 0 -> {
                    services.open("giver " + message.word(1), ServiceRights.EVERYBODY, 2);
                    yield 1;
                }
                case 1 -> give(context, message.word(1), message.word(2) == 1 ? Rights.READ_WRITE : Rights.READ);
                case 2 -> given == null ? -1 : given.u8(message.word(1));
                case 3 -> {
                    own.put8(message.word(1), message.word(2));
                    yield own.u8(message.word(1));
                }
                case 4 -> {
                    given.put8(message.word(1), message.word(2));
                    yield given.u8(message.word(1));
                }
                case 5 -> {
                    context.delegation().revoke(part, 3, message.word(1));
                    yield part.length();
                }
                case 6 -> given.length();
                case 7 -> copy(context.transfer(own, given));
                case 8 -> revoked;
                case 9 -> ended * 1000 + outcome;
                case 10 -> {
                    given = context.delegation().narrow(given, message.word(1), message.word(2), Rights.READ_WRITE);
                    part = given;
                    yield given.length();
                }
                case 11 -> {
                    part.release();
                    yield part.length();
                }
                case 12 -> copy(context.transfer(own, region));
                case 13 -> copy(context.transfer(region, own));
                case 14 -> giveRegion(context, message.word(1), message.word(2), message.word(3));
                case 15 -> {
                    context.delegation().revoke(regionPart, 3, message.word(1));
                    yield regionPart.isValid() ? 1 : 0;
                }
                case 16 -> region == null ? -1 : region.isValid() ? region.length() : 0;
                case 17 -> {
                    own.release();
                    yield own.length();
                }
                case 18 -> copy(context.transfer(given, own));
                case 19 -> {
                    part = given;
                    yield context.delegation().give(services.find("giver " + message.word(1)), given, 0) ? 1 : 0;
                }
                case 20 -> {
                    known = services.find("giver " + message.word(1));
                    yield known == null ? 0 : 1;
                }
                case 21 -> {
                    part = context.delegation().narrow(own, 0, 64, Rights.READ);
                    yield context.delegation().give(known, part, 0) ? 1 : 0;
                }
                default -> throw new IllegalStateException("the test wanted this");
            };
        } catch (IndexOutOfBoundsException e) {
            return -10;
        } catch (UnsupportedOperationException e) {
            return -11;
        } catch (IllegalArgumentException e) {
            return -12;
        } catch (IllegalStateException e) {
            if (message.word(0) > 21) {
                throw e;
            }
            return -13;
        }
    }

    private int give(ExtensionContext context, int to, Rights rights) {
        part = context.delegation().narrow(own, 64, BYTES - 64, rights);
        return context.delegation().give(context.services().find("giver " + to), part, 5) ? part.length() : -1;
    }

    private int giveRegion(ExtensionContext context, int to, int offset, int bytes) {
        regionPart = context.delegation().narrow(region, offset, bytes, Rights.READ_WRITE);
        return context.delegation().give(context.services().find("giver " + to), regionPart, 6) ? regionPart.length() : -1;
    }

    private static int copy(@Nullable TransferRequest transfer) {
        transfer.copy(0, 0, 1024);
        for (int i = 0; i < 30; i++) {
            transfer.copy(0, 1024, 1024);
        }
        transfer.submit(3, 7);
        return 1;
    }

    private static void answer(ExtensionContext context, int value) {
        OutgoingMessage message = context.message(context.host(5));
        if (message != null) {
            message.word(0, value).send();
        }
    }
}

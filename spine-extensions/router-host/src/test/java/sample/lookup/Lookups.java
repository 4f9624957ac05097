package sample.lookup;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.router.fib.Fib;
import dev.spine.extension.router.fib.PatchAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Takes patches as bulk messages to handler 1, and looks up the IPv4 addresses that come to handler 4 one by one, those that come to
 * handler 5 eight at a time, and those of IPv6 that come to handler 6.
 */
public final class Lookups implements Extension {
    private @Nullable Fib fib;
    private @Nullable Counter taken;
    private @Nullable Counter hops;

    /** Made by the card. */
    public Lookups() {}

    @Override
    public void start(ExtensionContext context) {
        fib = Fib.create(context, 256 << 10);
        taken = context.counter("taken");
        hops = context.counter("hops");
        context.onMessage(1, this, Lookups::patch);
        context.onMessage(4, this, Lookups::lookups4);
        context.onMessage(5, this, Lookups::lookups4Together);
        context.onMessage(6, this, Lookups::lookups6);
    }

    private void patch(Message message) {
        Buffer part = message.buffer();
        if (part != null && fib != null && taken != null && fib.apply(part, 0, part.length()) == PatchAnswer.TAKEN) {
            taken.increment();
        }
    }

    private void lookups4(Message message) {
        Buffer addresses = message.buffer();
        Fib table = fib;
        if (addresses != null && table != null && hops != null) {
            long sum = 0;
            for (int at = 0; at < addresses.length(); at += 4) {
                sum += table.lookup4(addresses.i32(at));
            }
            hops.add(sum);
        }
    }

    private void lookups4Together(Message message) {
        Buffer addresses = message.buffer();
        Fib table = fib;
        if (addresses != null && table != null && hops != null) {
            long sum = 0;
            int[] asked = new int[8];
            int[] answers = new int[8];
            for (int at = 0; at < addresses.length(); at += 32) {
                int count = Math.min(8, (addresses.length() - at) / 4);
                for (int i = 0; i < count; i++) {
                    asked[i] = addresses.i32(at + 4 * i);
                }
                table.lookup4(asked, answers, count);
                for (int i = 0; i < count; i++) {
                    sum += answers[i];
                }
            }
            hops.add(sum);
        }
    }

    private void lookups6(Message message) {
        Buffer addresses = message.buffer();
        Fib table = fib;
        if (addresses != null && table != null && hops != null) {
            long sum = 0;
            for (int at = 0; at < addresses.length(); at += 16) {
                sum += table.lookup6(addresses.i64(at), addresses.i64(at + 8));
            }
            hops.add(sum);
        }
    }
}

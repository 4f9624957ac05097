package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.ServiceException;
import dev.spine.extension.api.ServiceRights;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Exports {@link Calculator} in version 3, to everybody, or as word 1 of an order says. */
public final class CalculatorExporter implements Extension, Calculator {
    private final List<long[]> heap = new ArrayList<>();
    private @Nullable ExtensionContext context;
    private @Nullable Buffer seen;

    /** Loaded by the runtime. */
    public CalculatorExporter() {}

    @Override
    public void start(ExtensionContext given) {
        context = given;
        given.services().export("sample.Calculator", 3, ServiceRights.EVERYBODY, 50_000, this);
        given.onMessage(1, this, CalculatorExporter::onOrder);
    }

    private void onOrder(Message message) {
        int result = 1;
        switch (message.word(0)) {
            case 1 -> context.services().withdraw("sample.Calculator");
            case 2 -> {
                ServiceRights rights = message.word(1) == 0 ? ServiceRights.OWNER : ServiceRights.named(List.of("CalculatorCaller"));
                context.services().export("sample.Calculator", message.word(2), rights, 50_000, this);
            }
            case 3 -> {
                try {
                    context.services().export("sample.Calculator", 3, ServiceRights.EVERYBODY, 50_000, this);
                } catch (IllegalArgumentException e) {
                    result = -1;
                }
            }
            default -> throw new IllegalStateException("the test wanted this");
        }
        OutgoingMessage answer = context.message(context.host(5));
        if (answer != null) {
            answer.word(0, result).send();
        }
    }

    @Override
    public int add(int one, int other) {
        return one + other;
    }

    @Override
    public Pair swap(Pair pair) {
        return new Pair((int) pair.second(), pair.first(), pair.name() + pair.name());
    }

    @Override
    public Numbers next(Numbers n, double more) {
        return new Numbers((byte) (n.a() + 1), (short) (n.b() + 1), (char) (n.c() + 1), n.d() + 1, n.e() + 1, n.f() + 1, n.g() + more,
            !n.h());
    }

    @Override
    public int sum(Buffer buffer) {
        seen = buffer;
        int sum = 0;
        for (int i = 0; i < buffer.length(); i++) {
            sum += buffer.u8(i);
        }
        if (buffer.isWritable()) {
            buffer.put8(0, 200);
        }
        buffer.keep();
        return sum;
    }

    @Override
    public int left() {
        return seen == null ? -1 : seen.length();
    }

    @Override
    public String misbehave(int how) {
        switch (how) {
            case 1 -> throw new IllegalStateException("secret of the exporter");
            case 2 -> throw new ServiceException("not today");
            case 3 -> {
                for (int i = 0;; i++) {
                    if (i == -1) {
                        return "over";
                    }
                }
            }
            case 4 -> {
                Calculator self = context.services().link("sample.Calculator", 0, 9);
                return "" + self.add(1, 2);
            }
            case 5 -> {
                for (int i = 0; i < 3; i++) {
                    heap.add(new long[16_384]);
                }
                return "kept";
            }
            case 6 -> {
                return "x".repeat(5_000);
            }
            default -> {
                return "fine";
            }
        }
    }

    @Override
    public void nothing() {
        // As it says.
    }
}

package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Rights;
import dev.spine.extension.api.ServiceException;
import org.jspecify.annotations.Nullable;

/** Calls {@link Calculator} as word 0 of a message says, and answers with the result, or -100 less the ordinal of why it could not. */
public final class CalculatorCaller implements Extension {
    private @Nullable Calculator calculator;
    private @Nullable Buffer own;
    private @Nullable Buffer part;
    private String text = "";

    /** Loaded by the runtime. */
    public CalculatorCaller() {}

    @Override
    public void start(ExtensionContext context) {
        own = context.allocate(64);
        context.onMessage(1, context, (given, message) -> {
            int result;
            try {
                result = onOrder(given, message);
            } catch (ServiceException e) {
                text = e.getMessage();
                result = -100 - e.reason().ordinal();
            } catch (IllegalArgumentException e) {
                result = -50;
            }
            OutgoingMessage answer = given.message(given.host(5));
            if (answer != null) {
                answer.word(0, result).send();
            }
        });
    }

    private int onOrder(ExtensionContext context, Message message) {
        return switch (message.word(0)) {
            case 1 -> {
                calculator = context.services().link("sample.Calculator", message.word(1), message.word(2));
                yield calculator.hashCode() == "sample.Calculator".hashCode() ? 1 : 0;
            }
            case 2 -> calculator.add(message.word(1), message.word(2));
            case 3 -> {
                Calculator.Pair swapped = calculator.swap(new Calculator.Pair(7, 1L << 33 | 9, "ab"));
                yield swapped.first() == 9 && swapped.second() == 7 && swapped.name().equals("abab") ? 1 : 0;
            }
            case 4 -> {
                Calculator.Numbers next = calculator.next(new Calculator.Numbers((byte) 127, (short) -3, 'x', -9,
                    Long.MAX_VALUE - 1, 1.5f, 2.25, true), 0.5);
                yield next.equals(new Calculator.Numbers((byte) -128, (short) -2, 'y', -8, Long.MAX_VALUE, 2.5f, 2.75, false)) ? 1 : 0;
            }
            case 5 -> {
                own.put8(0, 1);
                own.put8(1, 2);
                yield calculator.sum(own) * 1000 + own.u8(0);
            }
            case 6 -> {
                own.put8(0, 1);
                part = context.delegation().narrow(own, 0, 2, message.word(1) == 1 ? Rights.READ_WRITE : Rights.READ);
                yield calculator.sum(part) * 1000 + own.u8(0);
            }
            case 7 -> calculator.left();
            case 8 -> calculator.misbehave(message.word(1)).length();
            case 9 -> text.contains("secret") ? 2 : text.equals("not today") ? 1 : 0;
            case 10 -> {
                part.release();
                yield 1;
            }
            case 11 -> {
                calculator.nothing();
                yield 1;
            }
            case 12 -> {
                for (int i = 0; i < 100; i++) {
                    calculator.misbehave(0);
                }
                yield 1;
            }
            case 13 -> {
                calculator.swap(new Calculator.Pair(1, 2, "y".repeat(4_097)));
                yield 1;
            }
            case 14 -> {
                int spent = 0;
                while (spent >= 0) {
                    spent = calculator.add(spent, 1);
                }
                yield 1;
            }
            default -> throw new IllegalStateException("the test wanted this");
        };
    }
}

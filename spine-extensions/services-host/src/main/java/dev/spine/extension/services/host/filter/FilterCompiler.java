package dev.spine.extension.services.host.filter;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.services.filter.FilterExtension;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Compiles rules to the class file of an extension. Used by any thread. */
public final class FilterCompiler {
    private static final ClassDesc OWNER = ClassDesc.of(CompiledFilter.ENTRY);
    private static final ClassDesc BASE = ClassDesc.of(FilterExtension.class.getName());
    private static final ClassDesc TEXTS = ConstantDescs.CD_String.arrayType();
    private static final MethodTypeDesc DECIDE = MethodTypeDesc.of(ConstantDescs.CD_int, ClassDesc.of(Buffer.class.getName()),
        ConstantDescs.CD_int);
    /** Nodes of a method: fuel is charged for all of a method, so what is seldom reached is not in the first one. */
    private static final int NODES_OF_METHOD = 150;
    /** Nodes of a rule that remembers what it has asked. */
    private static final int NODES_OF_RULE = 2_000;
    private static final int NODES_AT_ALL = 4_000;
    /** What the verifier takes of a method; the meter adds to it. */
    private static final int CODE_OF_METHOD = 16_384;
    private static final long STACK_BYTES = 64L << 20;

    private FilterCompiler() {}

    /**
     * {@return rules, compiled}
     *
     * @param rules at least one, at most {@value FilterExtension#MAX_RULES}
     * @throws FilterSyntaxException when a rule is too large for a method of an extension
     */
    public static CompiledFilter compile(List<FilterRule> rules) throws FilterSyntaxException {
        if (rules.isEmpty() || rules.size() > FilterExtension.MAX_RULES) {
            throw new IllegalArgumentException("a filter has 1 to " + FilterExtension.MAX_RULES + " rules, not " + rules.size());
        }
        FutureTask<CompiledFilter> work = new FutureTask<>(() -> compileHere(rules));
        // Graphs are made by recursion, a step for each comparison.
        Thread worker = new Thread(null, work, "filter compiler", STACK_BYTES);
        worker.start();
        try {
            return work.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a filter was compiled", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case FilterSyntaxException wrong -> throw wrong;
                case StackOverflowError deep -> throw tooLarge();
                case null, default -> throw new IllegalStateException("a defect of the filter compiler", e.getCause());
            }
        }
    }

    private static CompiledFilter compileHere(List<FilterRule> rules) throws FilterSyntaxException {
        List<Condition> conditions = rules.stream().map(rule -> FilterLowering.of(rule.expression())).toList();
        List<CompiledFilter.Segment> segments = segments(rules, conditions);
        byte[] classFile;
        try {
            classFile = write(rules, segments);
        } catch (IllegalArgumentException e) {
            // The code exceeds what a class file can say.
            throw tooLarge();
        }
        int bytes = 0;
        ClassModel model = ClassFile.of().parse(classFile);
        for (MethodModel method : model.methods()) {
            int length = method.code().map(code -> ((CodeAttribute) code).codeLength()).orElse(0);
            if (length > CODE_OF_METHOD) {
                throw tooLarge();
            }
            bytes += length;
        }
        return new CompiledFilter(rules, classFile, segments, bytes);
    }

    private static FilterSyntaxException tooLarge() {
        return new FilterSyntaxException(1, "the expression takes more code than a method of an extension may have: split it into rules");
    }

    /** As many rules together as make a method that is not too large. */
    private static List<CompiledFilter.Segment> segments(List<FilterRule> rules, List<Condition> conditions) throws FilterSyntaxException {
        List<CompiledFilter.Segment> segments = new ArrayList<>();
        int first = 0;
        while (first < rules.size()) {
            int last = rules.size();
            DecisionNode node = null;
            while (node == null && last > first + 1) {
                node = graph(rules, conditions, first, last, DecisionGraph.Memory.OF_ALL_RULES, NODES_OF_METHOD);
                last = node == null ? first + (last - first + 1) / 2 : last;
            }
            if (node == null) {
                last = first + 1;
                node = graph(rules, conditions, first, last, DecisionGraph.Memory.OF_ONE_RULE, NODES_OF_RULE);
            }
            if (node == null) {
                node = graph(rules, conditions, first, last, DecisionGraph.Memory.NONE, NODES_AT_ALL);
            }
            if (node == null) {
                throw tooLarge();
            }
            segments.add(new CompiledFilter.Segment(node));
            first = last;
        }
        return segments;
    }

    private static @Nullable DecisionNode graph(List<FilterRule> rules, List<Condition> conditions, int first,
        int last, DecisionGraph.Memory memory, int most) {
        try {
            return DecisionGraph.of(rules, conditions, first, last, memory, most);
        } catch (DecisionGraph.TooLargeException e) {
            return null;
        }
    }

    private static byte[] write(List<FilterRule> rules, List<CompiledFilter.Segment> segments) {
        return ClassFile.of().build(OWNER, type -> {
            type.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER).withSuperclass(BASE)
                .with(SourceFileAttribute.of("rules"));
            type.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC, code -> writeStart(code, rules));
            type.withMethodBody("decide", DECIDE, ClassFile.ACC_PROTECTED, code -> {
                if (segments.size() == 1) {
                    FilterCode.write(code, OWNER, segments.getFirst().first());
                } else {
                    writeParts(code, segments.size());
                }
            });
            for (int i = 0; segments.size() > 1 && i < segments.size(); i++) {
                DecisionNode first = segments.get(i).first();
                type.withMethodBody("part" + (i + 1), DECIDE, ClassFile.ACC_PRIVATE, code -> FilterCode.write(code, OWNER, first));
            }
        });
    }

    private static void writeStart(CodeBuilder code, List<FilterRule> rules) {
        code.aload(0).loadConstant(rules.size()).anewarray(ConstantDescs.CD_String);
        for (int i = 0; i < rules.size(); i++) {
            String line = rules.get(i).line();
            code.dup().loadConstant(i).loadConstant(line.length() > 200 ? line.substring(0, 200) : line).aastore();
        }
        code.invokespecial(BASE, ConstantDescs.INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, TEXTS)).return_();
    }

    /** One part after the other, until one decides. */
    private static void writeParts(CodeBuilder code, int count) {
        for (int i = 1; i <= count; i++) {
            code.aload(0).aload(1).iload(2).invokevirtual(OWNER, "part" + i, DECIDE);
            if (i < count) {
                code.dup();
                code.ifThen(Opcode.IFGE, CodeBuilder::ireturn).pop();
            }
        }
        code.ireturn();
    }
}

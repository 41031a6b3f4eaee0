// A test of XCTest runs on the main thread, and while it waits, that thread runs the items of the main queue. So the explored test has the
// main queue like a block that another thread has submitted with `sync`, and gives it away in the middle of the block while it waits.
#include "explorer/test-main-queue.h"

#include "explorer/bridge.h"

bool il_models_expectations;

void interleave_model_expectations(void) { il_models_expectations = true; }

void interleave_take_main_queue(void)
{
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_SYNC, .caller = il_program_caller(__builtin_frame_address(0)), .object = interleave_main_queue()});
}

void interleave_give_main_queue(void)
{
    il_ask((struct interleave_call){.kind = INTERLEAVE_SYNC_DONE, .caller = il_program_caller(__builtin_frame_address(0))});
}
